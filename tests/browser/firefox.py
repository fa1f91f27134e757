"""Drives the system's stock Firefox over WebDriver BiDi, with its protection of local files on.

Playwright needs a Firefox build of its own, and geckodriver is not packaged everywhere; stock
Firefox speaks BiDi itself when it is started with `--remote-debugging-port`. Drivers switch the
browser's file protection off by a set of "recommended" preferences, which would let pages pass
here that are broken for a reader; this one keeps the defaults. It knows nothing about our pages.

Protocol: https://w3c.github.io/webdriver-bidi/
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from websockets.sync.client import ClientConnection, connect

TIMEOUT = 60.0  # seconds, for the start of the browser and for each command

PREFERENCES: dict[str, bool | int | str] = {
    "remote.prefs.recommended": False,
    "security.fileuri.strict_origin_policy": True,
    # Nothing but the page under test may reach for the network or open a tab.
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.region.network.url": "",
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.sessionstore.resume_from_crash": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.systemAddon.update.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "",
}

# Keys without a character of their own: https://w3c.github.io/webdriver/#keyboard-actions
KEYS = {
    "Backspace": "\ue003",
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Shift": "\ue008",
    "Control": "\ue009",
    "Alt": "\ue00a",
    "Escape": "\ue00c",
    "Space": " ",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Delete": "\ue017",
}


class FirefoxError(Exception):
    """What Firefox answered to a command it could not do, or a script's own exception."""


class Firefox:
    """One running Firefox with one tab. Made by `firefox()`, which also ends it."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._last_id = 0
        self._errors: list[str] = []
        self._requests: list[str] = []
        says_yes = {"unhandledPromptBehavior": {"confirm": "accept"}}
        self.command("session.new", {"capabilities": {"alwaysMatch": says_yes}})
        events = ["log.entryAdded", "network.beforeRequestSent"]
        self.command("session.subscribe", {"events": events})
        self._tab = self.command("browsingContext.getTree", {})["contexts"][0]["context"]

    def command(self, method: str, parameters: dict[str, Any]) -> Any:
        """The result of one BiDi command; events that arrive before it are kept.

        Raises `FirefoxError` with Firefox's own words.
        """
        self._last_id += 1
        message = {"id": self._last_id, "method": method, "params": parameters}
        self._connection.send(json.dumps(message))
        while True:
            answer = json.loads(self._connection.recv(timeout=TIMEOUT))
            if answer.get("id") != self._last_id:
                self._keep(answer)
            elif answer["type"] == "error":
                raise FirefoxError(f"{method}: {answer['error']}: {answer['message']}")
            else:
                return answer["result"]

    def _keep(self, event: dict[str, Any]) -> None:
        parameters = event["params"]
        if event["method"] == "log.entryAdded" and parameters["level"] == "error":
            self._errors.append(parameters["text"] or "")
        elif event["method"] == "network.beforeRequestSent":
            self._requests.append(parameters["request"]["url"])

    @property
    def errors(self) -> tuple[str, ...]:
        """Uncaught exceptions, `console.error`, and what CSP or file protection blocked, so far."""
        self.command("session.status", {})  # what has happened before is delivered before
        return tuple(self._errors)

    @property
    def requests(self) -> tuple[str, ...]:
        """The addresses asked for so far; Firefox does not report those of local files."""
        self.command("session.status", {})
        return tuple(self._requests)

    def open(self, url: str) -> None:
        """Goes to an address and waits for the page's `load` event."""
        parameters = {"context": self._tab, "url": url, "wait": "complete"}
        self.command("browsingContext.navigate", parameters)

    def reload(self) -> None:
        """Loads the page again and waits for its `load` event."""
        self.command("browsingContext.reload", {"context": self._tab, "wait": "complete"})

    def back(self) -> None:
        """Goes back to the page before; does not wait for it."""
        self.command("browsingContext.traverseHistory", {"context": self._tab, "delta": -1})

    def resize(self, width: int, height: int) -> None:
        """Gives the page a viewport of so many CSS pixels."""
        size = {"width": width, "height": height}
        self.command("browsingContext.setViewport", {"context": self._tab, "viewport": size})

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression, as JSON carries it; a promise is awaited.

        The page's CSP does not bind it. Raises `FirefoxError` when the script throws.
        """
        parameters = {
            "expression": f"(async () => JSON.stringify(await ({expression})))()",
            "target": {"context": self._tab},
            "awaitPromise": True,
            "userActivation": False,
        }
        answer = self.command("script.evaluate", parameters)
        if answer["type"] == "exception":
            raise FirefoxError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"]) if "value" in answer["result"] else None

    def wait_for(self, expression: str) -> None:
        """Returns when the expression is true in the page; raises `FirefoxError` after 5 s."""
        deadline = time.monotonic() + 5
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > deadline:
                raise FirefoxError(f"never became true: {expression}")
            time.sleep(0.02)

    def text(self, css: str) -> str:
        """The text that a reader sees in the first element that matches."""
        return str(self.evaluate(f"document.querySelector({json.dumps(css)}).innerText"))

    def click(self, css: str, pointer: Literal["mouse", "touch"] = "mouse") -> None:
        """Presses and releases at the middle of the first element that matches."""
        element = self._locate(css)
        at_element = {"type": "pointerMove", "x": 0, "y": 0, "origin": element}
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        source = {
            "type": "pointer",
            "id": pointer,
            "parameters": {"pointerType": pointer},
            "actions": [at_element, *press],
        }
        self._perform(source)

    def press(self, *keys: str) -> None:
        """Presses keys together (`press("Shift", "Tab")`): names as in KEYS, or characters."""
        values = [KEYS.get(key, key) for key in keys]
        down = [{"type": "keyDown", "value": value} for value in values]
        up = [{"type": "keyUp", "value": value} for value in reversed(values)]
        self._perform({"type": "key", "id": "keyboard", "actions": [*down, *up]})

    def type_text(self, text: str) -> None:
        """Types a text into what has the focus, character after character."""
        for character in text:
            self.press(character)

    def screenshot(self, path: Path) -> None:
        """Writes the visible part of the page as PNG."""
        answer = self.command("browsingContext.captureScreenshot", {"context": self._tab})
        path.write_bytes(base64.b64decode(answer["data"]))

    def print(self, path: Path) -> Path:
        """Writes the page as Firefox prints it on A4."""
        size = {"width": 21.0, "height": 29.7}
        parameters = {"context": self._tab, "page": size, "background": False}
        answer = self.command("browsingContext.print", parameters)
        path.write_bytes(base64.b64decode(answer["data"]))
        return path

    def _locate(self, css: str) -> dict[str, Any]:
        locator = {"type": "css", "value": css}
        parameters = {"context": self._tab, "locator": locator, "maxNodeCount": 1}
        nodes = self.command("browsingContext.locateNodes", parameters)["nodes"]
        if not nodes:
            raise FirefoxError(f"no element matches {css}")
        # Twice: what is first laid out when it comes into sight pushes other things away.
        self.evaluate(f"""(async () => {{
          for (let times = 0; times < 2; times += 1) {{
            document.querySelector({json.dumps(css)})
              .scrollIntoView({{block: "center", behavior: "instant"}});
            await new Promise(requestAnimationFrame);
          }}
        }})()""")
        return {"type": "element", "element": {"sharedId": nodes[0]["sharedId"]}}

    def _perform(self, source: dict[str, Any]) -> None:
        self.command("input.performActions", {"context": self._tab, "actions": [source]})


@contextmanager
def firefox(
    profile: Path, preferences: dict[str, bool | int | str] | None = None
) -> Iterator[Firefox]:
    """A headless Firefox on a profile folder, which is made if need be.

    The same folder again is the same person again: storage is kept between two runs. The program
    is `$FIREFOX`, else `firefox-esr`, else `firefox`.
    """
    profile.mkdir(parents=True, exist_ok=True)
    _write_preferences(profile, PREFERENCES | (preferences or {}))
    server = profile / "WebDriverBiDiServer.json"
    server.unlink(missing_ok=True)
    arguments = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile"]
    # Begun on a page, Firefox gives it the focus; on none, to the address bar, and then neither
    # Enter nor Space presses anything.
    page = "data:text/html,begin"
    process = subprocess.Popen(
        [_program(), *arguments, str(profile), page],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with connect(_address(server, process), max_size=None, proxy=None) as connection:
            browser = Firefox(connection)
            yield browser
            browser.command("browser.close", {})  # an orderly end, so that storage is on disk
    except BaseException:
        process.terminate()
        raise
    finally:
        _end(process)


def _program() -> str:
    for name in (os.environ.get("FIREFOX"), "firefox-esr", "firefox"):
        if name and (found := shutil.which(name)):
            return found
    raise FirefoxError("no Firefox on this machine: set FIREFOX, or install firefox-esr")


def _write_preferences(profile: Path, preferences: dict[str, bool | int | str]) -> None:
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in preferences.items()
    ]
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")


def _address(server: Path, process: subprocess.Popen[bytes]) -> str:
    """The socket of a session, from the file that Firefox writes when it is ready."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline and process.poll() is None:
        if server.exists() and (content := server.read_text(encoding="utf-8")).endswith("}"):
            ready = json.loads(content)
            return f"ws://{ready['ws_host']}:{ready['ws_port']}/session"
        time.sleep(0.05)
    raise FirefoxError(f"Firefox did not start (exit code {process.poll()})")


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
