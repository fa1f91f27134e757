"""A learner's own data: to a file and back, merged, cleared, on every device the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.hands import article_of
from tests.browser.test_review import REVIEW, RIGHT, SCIENCE, WRONG, again, lines, try_pendulum
from tests.browser.test_storage import DENIED, KEY, stored

pytestmark = pytest.mark.browser

DATA = "data/index.html"
RECORD = {
    "fingerprint": "0",
    "response": ["A"],
    "checked": False,
    "score": 0,
    "grade": None,
    "at": 1,
}


def save(page: Page, to: Path) -> dict[str, Any]:
    """Saves a backup as a reader does."""
    with page.expect_download() as download:
        page.locator("[data-do=save]").click()
    assert download.value.suggested_filename.startswith("exampress-demo-20")
    download.value.save_as(to)
    found: dict[str, Any] = json.loads(to.read_text(encoding="utf-8"))
    return found


def choose(page: Page, file: Path) -> None:
    page.locator("#_file").set_input_files(file)


def test_progress_travels_to_another_device(
    site: Path, tmp_path: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / SCIENCE)
    try_pendulum(page, WRONG)
    article_of(page, "lever").locator(".bookmark").click()
    before = stored(page)
    page.get_by_role("link", name="My data").click()
    expect(page.locator("#_kept")).to_have_text(
        "A tour of exampress 已答 1 題 · 錯題 1 道 · 收藏 1 道"
    )
    assert violations(page) == []
    file = tmp_path / "progress.json"
    saved = save(page, file)
    assert saved["exams"]["tour"]["data"] == json.loads(before or "")
    assert list(saved["exams"]) == ["tour"]

    other = new_reader().open(site / DATA)
    expect(other.locator("#_kept")).to_have_text("還沒有任何資料。")
    choose(other, file)
    expect(other.locator("#_gain li")).to_have_text(
        "A tour of exampress 新增 1 題的作答 · 更新 2 題的錯題、收藏"
    )
    assert violations(other) == []
    assert stored(other) is None  # nothing before it is confirmed
    other.locator("[data-do=load]").click()
    expect(other.locator("#_gain")).to_have_text("合併完成。")
    assert json.loads(stored(other) or "") == json.loads(before or "")
    choose(other, file)
    expect(other.locator("#_gain p").first).to_contain_text("本機都已經有了")
    expect(other.locator("[data-do=load]")).to_be_hidden()
    other.goto((site / SCIENCE).as_uri())
    expect(article_of(other, "pendulum").locator("output")).to_have_text("Not yet, think again.")
    other.goto((site / REVIEW).as_uri())
    expect(lines(other)).to_contain_text("The period of a simple pendulum")


def test_what_two_devices_know_is_joined(site: Path, tmp_path: Path, new_reader: NewReader) -> None:
    one, two = (new_reader().open(site / SCIENCE) for _ in range(2))
    try_pendulum(one, WRONG)
    article_of(one, "feather").locator("input").first.check()
    one.goto((site / DATA).as_uri())
    save(one, tmp_path / "one.json")
    article_of(two, "lever").locator("input").fill("4")
    try_pendulum(two, RIGHT)  # later
    two.goto((site / DATA).as_uri())
    choose(two, tmp_path / "one.json")
    expect(two.locator("#_gain li")).to_have_text(
        "A tour of exampress 新增 1 題的作答 · 1 題保留本機的作答 · 更新 1 題的錯題、收藏"
    )
    two.locator("[data-do=load]").click()
    two.goto((site / SCIENCE).as_uri())
    expect(article_of(two, "pendulum").locator("output")).to_contain_text("Correct")
    expect(article_of(two, "feather").locator("input").first).to_be_checked()
    expect(article_of(two, "lever").locator("input")).to_have_value("4")


def test_file_that_is_none_of_ours_is_refused_and_changes_nothing(
    site: Path, tmp_path: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / SCIENCE)
    try_pendulum(page, WRONG)
    page.goto((site / DATA).as_uri())
    file = tmp_path / "progress.json"
    saved, before = save(page, file), stored(page)
    whole = file.read_text(encoding="utf-8")
    foreign = saved | {"site": "other", "title": "<b>Other</b>"}
    saved["exams"]["tour"]["data"]["questions"]["pendulum"]["score"] = "<script>"
    for number, (text, said) in enumerate(
        (
            (whole[:-9], "不完整"),
            ("%PDF-1.7", "不是從刷題頁面匯出"),
            (json.dumps(foreign), "屬於另一個題庫「<b>Other</b>」"),
            (json.dumps(saved), "已損壞"),
        )
    ):
        file = tmp_path / f"{number}.json"
        file.write_text(text, encoding="utf-8")
        choose(page, file)
        expect(page.locator("#_gain")).to_contain_text(said)
        expect(page.locator("[data-do=load]")).to_be_hidden()
        assert stored(page) == before


def test_exam_that_left_the_site_is_told(site: Path, tmp_path: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / SCIENCE)
    try_pendulum(page, WRONG)
    page.goto((site / DATA).as_uri())
    file = tmp_path / "progress.json"
    saved = save(page, file)
    saved["exams"] = {"gone": saved["exams"]["tour"]}
    file.write_text(json.dumps(saved), encoding="utf-8")
    choose(page, file)
    expect(page.locator("#_gain")).to_contain_text("另有 1 份試卷已不在本站")


def test_answers_of_a_section_are_cleared_marks_stay(site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    page = reader.open(site / "tour/language/index.html")
    page.locator("#fewer input").first.check()
    page.goto((site / SCIENCE).as_uri())
    try_pendulum(page, WRONG)
    practice = reader.open(site / SCIENCE)
    page.goto((site / DATA).as_uri())
    page.locator("#_from").select_option("tour/science")
    expect(page.locator("[name=mocks]")).to_be_disabled()
    asked: list[str] = []

    def refuse(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.once("dialog", refuse)
    with page.expect_event("dialog"):  # the section's questions are loaded first
        page.locator("[data-do=clear]").click()
    expect(page.locator("#_kept")).to_contain_text("已答 2 題 · 錯題 1 道")
    assert asked == ["確定清除「Science」的作答嗎？清除後無法復原。"]
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("[data-do=clear]").click()
    expect(page.locator("#_cleared")).to_have_text("已清除。")
    expect(page.locator("#_kept")).to_contain_text("已答 1 題 · 錯題 1 道")
    expect(article_of(practice, "pendulum").locator("input:checked")).to_have_count(0)

    page.locator("#_from").select_option("")
    for name in ("wrong", "bookmarks", "mocks"):
        page.locator(f"[name={name}]").check()
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("[data-do=clear]").click()
    expect(page.locator("#_kept")).to_have_text("還沒有任何資料。")
    assert json.loads(stored(page) or "") == {"questions": {}, "review": {}}


@pytest.mark.parametrize("how", DENIED)
def test_page_says_where_nothing_can_be_stored(
    how: str, site: Path, tmp_path: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / SCIENCE)
    try_pendulum(page, WRONG)
    page.goto((site / DATA).as_uri())
    save(page, tmp_path / "progress.json")
    reader = new_reader()
    reader.context.add_init_script(DENIED[how])
    other = reader.open(site / DATA)
    choose(other, tmp_path / "progress.json")
    other.locator("[data-do=load]").click()
    expect(other.locator("#_gain")).to_contain_text("在這裡的變更會遺失")
    expect(other.locator("#_notices p")).to_contain_text("在這裡的變更會遺失")
    other.once("dialog", lambda dialog: dialog.accept())
    other.locator("[data-do=clear]").click()
    expect(other.locator("#_cleared")).to_contain_text("在這裡的變更會遺失")


def test_marks_of_elsewhere_arrive_in_an_open_page(
    site: Path, tmp_path: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    page = reader.open(site / SCIENCE)
    try_pendulum(page, WRONG)
    page.goto((site / DATA).as_uri())
    save(page, tmp_path / "progress.json")
    page.evaluate("key => localStorage.removeItem(key)", KEY)
    practice = reader.open(site / SCIENCE)
    choose(page, tmp_path / "progress.json")
    page.locator("[data-do=load]").click()
    expect(article_of(practice, "pendulum").locator("output")).to_have_text("Not yet, think again.")
    again(practice)


GONE = {
    "exampress:2:exampress-demo:old": {"questions": {"a": RECORD}, "review": {}},
    "exampress:2:exampress-demo:tour": {
        "questions": {"left": RECORD, "lever": RECORD},
        "review": {},
    },
    "exampress:2:another-site:x": {"questions": {"a": RECORD}, "review": {}},
}


def test_data_of_removed_exams_and_questions_are_seen_and_cleared(
    site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / DATA)
    page.evaluate(
        "all => { for (const name in all) localStorage[name] = JSON.stringify(all[name]); }", GONE
    )
    page.reload()
    kept = page.locator("#_kept li")
    expect(kept).to_have_text([
        "A tour of exampress 已答 2 題 · 其中 1 題已不在試卷裡",
        "old（已不在本站） 已答 1 題",
    ])  # fmt: skip
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#_from").select_option(label="已不在試卷裡的題目")
    page.locator("[data-do=clear]").click()
    expect(kept.first).to_have_text("A tour of exampress 已答 1 題")
    page.locator("#_from").select_option(label="old（已不在本站）（整卷）")
    page.locator("[data-do=clear]").click()
    expect(kept).to_have_count(1)
    names = page.evaluate("Object.keys(localStorage).sort()")
    assert "exampress:2:another-site:x" in names
    assert not page.evaluate("exampress.page.book('old').ids().length")


def test_page_without_data_says_so_at_the_edge(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / DATA)
    line = page.locator("#_kept li")
    expect(line).to_have_text("還沒有任何資料。")
    assert line.evaluate("line => line.firstChild.nodeType") == 3


def test_nothing_leads_back_to_what_was_cleared(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / SCIENCE)
    try_pendulum(page, WRONG)
    page.goto((site / "index.html").as_uri())
    expect(page.locator(".card .last")).to_have_count(1)
    page.goto((site / DATA).as_uri())
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("[data-do=clear]").click()
    expect(page.locator("#_cleared")).to_have_text("已清除。")
    page.goto((site / "index.html").as_uri())
    expect(page.locator(".card .last")).to_have_count(0)
