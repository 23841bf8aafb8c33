"""Of other languages the words are kept and no facts are made; the receipt says so."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphmem import Memory
from graphmem.extract.language import language

OTHERS = [
    ("Meine Schwester wohnt seit Mai in Kassel.", "German"),
    ("ma voiture est dans le garage depuis lundi", "French"),
    ("Mi primo Raúl vive en Cuenca y tiene una moto.", "Spanish"),
    ("La mia bici è nel cortile e la chiave è qui", "Italian"),
    ("O meu tio mora em Évora com uma gata", "Portuguese"),
    ("Ik woon met mijn zus in Breda", "Dutch"),
    ("Jag bor i Umeå och har en katt som heter Sot", "Swedish"),
    ("Mój wujek mieszka w Toruniu i nie ma samochodu", "Polish"),
    ("Моя сестра живёт в Твери.", "a language in Cyrillic letters"),
    ("私の妹は奈良に住んでいます。", "Japanese"),
]


@pytest.mark.parametrize(("text", "wanted"), OTHERS)
def test_a_language_is_told_by_its_function_words_or_script(text: str, wanted: str) -> None:
    assert wanted == language(text)


@pytest.mark.parametrize(
    "text",
    [
        "My Oma lives in Graz.",
        "We eat at La Cantina de Juan on Fridays.",
        "Die Hard is my favourite film.",
        "Greta de la Cruz leads the team.",
        "Lars van den Berg drives to Den Haag.",
        "rent 940 euros, due 1 May",
        "",
    ],
)
def test_foreign_names_do_not_make_a_sentence_foreign(text: str) -> None:
    assert "English" == language(text)


def test_a_foreign_text_is_kept_without_facts_and_the_receipt_says_so(tmp_path: Path) -> None:
    said = datetime(2024, 3, 2, 9, tzinfo=UTC).isoformat()
    text = "Das Lager liegt am Hafen und die Nummer ist neu, seit Mai."
    with Memory(str(tmp_path / "m.db"), tenant="t") as memory:
        turn = {"session": "s", "speaker": "Ulf Brandt", "role": "user", "said_at": said, "text": text}
        receipt = memory.ingest([turn])

        reasons = [one.reason for one in receipt.statements]
        assert any(reason.startswith("written in German: kept as text") for reason in reasons)
        assert () == receipt.opened
        assert text in str(memory.recall("Wo liegt das Lager?"))
