from graphmem.identity.nicknames import _rows, are_related, heads, is_short_for
from graphmem.identity.scores import are_close, edits, similarities_0_1


def test_the_list_has_hundreds_of_short_forms_in_several_languages() -> None:
    forms = {name.strip() for _, shorts in _rows() for name in shorts.replace("|", ",").split(",")}
    assert len(forms) > 300
    assert {"bob", "pepe", "dima", "jupp", "gosia", "lasse"} <= forms


def test_a_short_form_of_one_name_is_told_from_one_of_several_and_from_a_name_itself() -> None:
    assert is_short_for("bob", "robert")
    assert not is_short_for("alex", "alexander")
    assert not is_short_for("jack", "john")
    assert not is_short_for("robert", "bob")


def test_related_names_are_short_and_full_spelt_alike_or_short_for_one() -> None:
    assert are_related("bob", "robert")
    assert are_related("rob", "bob")
    assert are_related("catherine", "kathryn")
    assert not are_related("bob", "william")
    assert not are_related("odile", "ruth")


def test_the_head_of_a_name_is_the_same_for_its_short_and_full_forms() -> None:
    assert ("robert",) == heads("bob") == heads("robert")
    assert () == heads("odile")


def test_edits_count_letters_added_dropped_changed_or_swapped() -> None:
    assert (0, 1, 1, 1, 2) == tuple(edits("lund", other) for other in ("lund", "lunde", "lun", "lnud", "sand"))


def test_close_words_are_a_letter_apart_and_neither_short_nor_numbered_nor_syllabic() -> None:
    assert are_close("haddad", "hadad")
    assert are_close("reykjavik", "reykyavek")
    assert not are_close("ann", "ian")
    assert not are_close("qx407", "qx408")
    assert not are_close("박서준이", "박서진이")


def test_similarity_is_one_for_the_same_words_in_any_order_and_symmetric() -> None:
    assert [1.0] == similarities_0_1("ruth okonkwo", ["okonkwo ruth"])
    assert similarities_0_1("ruth", ["paul okonkwo"]) == similarities_0_1("paul okonkwo", ["ruth"]) < [0.5]
