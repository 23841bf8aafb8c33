"""Secrets that are blanked, and what looks like one and stays. All of them are invented."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.gate.redact import BLANK, clean, redact

SECRETS = [
    # passwords: by their name, before or after the value, in several languages
    ("my password is quokka7", "quokka7"),
    ("pw: Tr4ktor!Blau", "Tr4ktor!Blau"),
    ("the wifi password is meadow-lane-9", "meadow-lane-9"),
    ("the wifi password is gooseberry.", "gooseberry"),
    ("the password's now quokka8, sorry", "quokka8"),
    ("quokka9 is the password for the NAS", "quokka9"),
    ("gooseberry is my password", "gooseberry"),
    ("use Autumn2031! as the password", "Autumn2031!"),
    ('the passphrase is "orange kettle runs uphill"', "orange kettle runs uphill"),
    ("passphrase: orange kettle lazy meadow", "orange kettle lazy meadow"),
    ("password for the shared vault is, wait for it, NineteenTinyBoats", "NineteenTinyBoats"),
    ("login: ruth / Kiwi_1234", "Kiwi_1234"),
    ("user ruth password Kiwi_1234", "Kiwi_1234"),
    ("for the router just type Igel-77-Wald.", "Igel-77-Wald"),
    ("so Rex2031! with a capital R", "Rex2031!"),
    ("la contraseña es Gato_Azul7", "Gato_Azul7"),
    ("mon mot de passe: soleil42", "soleil42"),
    ("das Passwort lautet Sommer2031", "Sommer2031"),
    ("пароль: kvartal77", "kvartal77"),
    ("export DB_PASSWORD=s4lty!", "s4lty!"),
    ("SMTP_PASS=abcd1234", "abcd1234"),
    ('{"password": "letmein99"}', "letmein99"),
    ("mysqldump --password quokka7 shop", "quokka7"),
    ("curl -u ruth:quokka7 https://example.org", "quokka7"),
    ("WIFI:S:Heron;T:WPA;P:mudlark55;;", "mudlark55"),
    # ways in, told without any noun for their secret
    ("the wifi is heron-Mud-5521, help yourself", "heron-Mud-5521"),
    ("our wifi's heronMud5521", "heronMud5521"),
    ("the guest network is Heron, key heronMud5521", "heronMud5521"),
    ("the password has not changed, still heronMud5521", "heronMud5521"),
    ("log in as ruth with Basalt!44", "Basalt!44"),
    ("6402 opens the barrier", "6402"),
    ("press 6402 at the side door", "6402"),
    ("to get in tap 6402 and the hash", "6402"),
    ("key under the mat, alarm 6492", "6492"),
    ("the safe's 14-30-07", "14-30-07"),
    ("code for the boats 0064", "0064"),
    ("it's 6402, the pin", "6402"),
    ("the gate is 6402", "6402"),
    # keys and tokens: by name and random look, or by their maker's prefix
    ("API key: 9f8b7c6d5e4f3a2b1c0d", "9f8b7c6d5e4f3a2b1c0d"),
    ('api_key = "AbC123dEf456GhI789"', "AbC123dEf456GhI789"),
    ("the client secret is 8Qz~x7Yp2LmN4tRv", "8Qz~x7Yp2LmN4tRv"),
    ("token ghp_abcdefghijklmnopqrstuvwxyz0123456789", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
    ("it is sk-proj-abc123DEF456ghi789JKL012", "sk-proj-abc123DEF456ghi789JKL012"),
    ("export ATLAS_KEY=q7_Zt2LmN9", "q7_Zt2LmN9"),
    ("it says vk_test_7Qp2Lx9Rt4", "vk_test_7Qp2Lx9Rt4"),
    ("aws AKIAIOSFODNN7EXAMPLE here", "AKIAIOSFODNN7EXAMPLE"),
    ("Authorization: Bearer abc123DEF456ghi789", "abc123DEF456ghi789"),
    ("got eyJhbGciOiJub25lIn0.eyJ1IjoieCJ9.c2lnbmF0dXJl back", "eyJhbGciOiJub25lIn0.eyJ1IjoieCJ9.c2lnbmF0dXJl"),
    ("postgres://admin:quokka7@db.example.org:5432/app", "admin:quokka7"),
    ("Cookie: sid=abc.def.ghi; theme=dark", "sid=abc.def.ghi"),
    ("https://example.org/dl?sig=abcd1234efgh5678", "abcd1234efgh5678"),
    ("license key ABCD-1234-EFGH-5678", "ABCD-1234-EFGH-5678"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\n-----END RSA PRIVATE KEY-----", "MIIEabc"),
    ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz", "b3BlbnNz"),
    # codes
    ("PIN is 4821", "4821"),
    ("my new pin's 9911", "9911"),
    ("door code is 4711#", "4711#"),
    ("gate code 1234 and mind the dog", "1234"),
    ("the safe combination is 12-34-56", "12-34-56"),
    ("alarm is one nine eight four", "one nine eight four"),
    ("Your Tellbank code is 507 318.", "507 318"),
    ("G-123456 is your verification code", "G-123456"),
    ("the otp is 12 34 56", "12 34 56"),
    ("puk: 12345678", "12345678"),
    ("backup codes: a1b2-c3d4, e5f6-g7h8", "a1b2-c3d4, e5f6-g7h8"),
    ("the tablet unlocks with 250 911", "250 911"),
    ("safe: left 18, right 4, left 33", "left 18, right 4, left 33"),
    ("the editor: K7QMZ-2RT4P-9WX8L-H3NVB", "K7QMZ-2RT4P-9WX8L-H3NVB"),
    # cards, accounts, papers
    ("card 4111 1111 1111 1111 exp 08/31 cvv 123", "4111 1111 1111 1111"),
    ("card 4111 1111 1111 1111 exp 08/31 cvv 123", "08/31"),
    ("card 4111 1111 1111 1111 exp 08/31 cvv 123", "123"),
    ("5500-0000-0000-0004", "5500-0000-0000-0004"),
    ("DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00"),
    ("my bank account is 0532013000 at the DKB", "0532013000"),
    ("sort code 20-00-00", "20-00-00"),
    ("SSN 123-45-6789", "123-45-6789"),
    ("my social security number is 123 45 6789", "123 45 6789"),
    ("passport number X1234567", "X1234567"),
    ("licence no. AB123456, automatic please", "AB123456"),
    ("NHS number 943 476 5919", "943 476 5919"),
    # recovery words
    (
        "my wallet: apple brave candle dune eagle fox grape hotel igloo jungle kite lemon",
        "apple brave candle dune eagle fox grape hotel igloo jungle kite lemon",
    ),
    (
        "the seed phrase is abandon ability able about above absent absorb abstract absurd abuse access act",
        "abandon ability able about above absent absorb abstract absurd abuse access act",
    ),
]

HARMLESS = [
    "Vera Holm 3407 Open Air Museum",
    "Tilda Vey 4069 works at the Open Door Trust",
    "since 2018 works for a bakery",
    "Hall 4410 opens at nine",
    "bus 2204 works on Sundays too",
    "in 2031 opens the season with a concert",
    "order number 4111-2222-3333",
    "order no. 4539148803436467",
    "call me at 555-0142 or +44 20 7946 0958",
    "policy number 12345678",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "id 123e4567-e89b-12d3-a456-426614174000",
    "the password policy is 12 characters",
    "a password has twelve signs or more here and is renewed each spring",
    "I use a password manager, it is Vaultwise",
    "password reset mail went to ruth@example.org",
    "password expires in 90 days",
    "password length is 16",
    "the password is too weak",
    "the wifi password is on the fridge",
    "the wifi password is the same as before",
    "the wifi network is called Otter-Net",
    "credentials are in the vault",
    "I typed the password 3 times",
    "version 2.3.1 and build 5.2.1",
    "2031-03-14",
    "the token expired",
    "our token budget is 4000",
    "API keys: none yet",
    "the API key rotates every 90 days",
    "primary_key=order_number_2031",
    "error code is 404",
    "area code is 0207",
    "promo code is SAVE2031",
    "the code freeze is 14 June",
    "booking code is QX7T9P",
    "flight KQ 4406 seat 31C",
    "invoice 2031-0318-77",
    "serial no. KX31-77205-C",
    "tracking RB0452 1180 3327 9054",
    "locker no. 12",
    "file number 61-B-2031-0093",
    "the safe is in the basement",
    "the alarm is set for 7:30",
    "the PIN has 4 digits",
    "turn left 3 times at the mill",
    "the door opens on 14 June",
    "the gate opens 17:40",
    "your PIN was sent by post",
    "the secret is patience",
    "the key to success is hard work",
    "my account manager is Ruth Abel",
    "account number one priority is sleep",
    "license plate B-XY 1234",
    "ISBN 978-3-16-148410-0",
    "IP 192.168.10.12 port 8080",
    "my passport expires on 2037-03-01",
    "he lost his passport in 2029",
    "the card ending in 4242 is mine",
    "the meeting id is 842 1234 5678",
    "my user name is ruth77",
    "use gate B12 for the flight",
    "the wifi is slow upstairs",
    "our wifi is called Heron-5G",
    "alarm 0630 tomorrow",
    "press 3 for the front desk",
    "the door is 2100 mm high",
    "bus 6402 stops at the gate",
    "use 2500 grams of sand for the garage floor",
    "please use python3.11 on the server",
    "PO box 1234567",
    "the combination of wine and cheese is great",
    "we went to the market and bought bread milk eggs cheese butter jam honey tea salt rice beans oil",
]


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_a_secret_is_blanked_at_equal_length(text: str, secret: str) -> None:
    found = redact(text)
    assert secret not in found.text
    assert len(text) == len(found.text)
    assert found.kinds


@pytest.mark.parametrize("text", dict.fromkeys(text for text, _ in SECRETS))
def test_the_words_around_a_secret_stay(text: str) -> None:
    found = redact(text)
    blanked = {place for start, stop in found.spans for place in range(start, stop)}
    outside = [place for place in range(len(text)) if place not in blanked]
    assert [text[place] for place in outside] == [found.text[place] for place in outside]
    assert {BLANK, "\n"} >= {found.text[place] for place in blanked}


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    assert text == redact(text).text


def test_the_fact_beside_a_secret_stays() -> None:
    text = "The guest room is upstairs, the wifi password is meadow-lane-9, and breakfast is at eight."
    assert (
        "The guest room is upstairs, the wifi password is █████████████, and breakfast is at eight."
        == redact(text).text
    )


def test_kinds_and_spans_tell_what_stood_where() -> None:
    found = redact("PIN is 4821, pw: quokka7")
    assert (("code", "password"), ((7, 11), (17, 24))) == (found.kinds, found.spans)


def test_line_ends_inside_a_secret_stay() -> None:
    assert 3 == redact("-----BEGIN PRIVATE KEY-----\nab\n-----END PRIVATE KEY-----\nok").text.count("\n")


def test_an_iban_with_a_wrong_check_sum_is_none() -> None:
    assert "DE88 3704 0044 0532 0130 00" == redact("DE88 3704 0044 0532 0130 00").text


def test_text_becomes_storable_at_equal_length() -> None:
    assert "a\ufffdb\ufffd🎉" == clean("a\x00b\ud83d🎉")


@given(st.text(max_size=100))
def test_cleaning_and_redacting_keep_the_length(text: str) -> None:
    assert len(text) == len(clean(text)) == len(redact(text).text)
    clean(text).encode("utf-8")


@given(st.lists(st.sampled_from([secret for secret, _ in SECRETS]), max_size=4), st.sampled_from([". ", "\n", ", "]))
def test_redacting_again_changes_nothing(texts: list[str], between: str) -> None:
    once = redact(between.join(texts)).text
    assert once == redact(once).text


@pytest.mark.parametrize("piece", ["The library closes at 17. ", "password ", "pin 1", "a: ", "1 ", '"', "://", "eyJ"])
def test_a_long_text_takes_linear_time(piece: str) -> None:
    text = piece * (300_000 // len(piece))
    start = time.process_time()
    redact(text)
    assert time.process_time() - start < 4
