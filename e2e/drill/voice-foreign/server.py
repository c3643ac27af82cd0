"""A voice server that shares no code with Lisa, for the drill `voice-foreign`: python3 server.py PORT

It serves the Realtime API over WebRTC in the way of huggingface/speech-to-speech, and on the same WebRTC stack, aiortc.
pocketsphinx hears, espeak-ng speaks, and mind.py answers. Only GET / is not of that API: it tells the drill its state.
"""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import threading
import time
import uuid
import wave
from datetime import date
from fractions import Fraction
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any, Optional

import aioice.ice
import av
import numpy
from aiortc import MediaStreamTrack, RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import MediaStreamError

from mind import Mind, Reply

CALLS = "/v1/realtime/calls"
WORDS = Path(__file__).with_name("words.jsgf")
MODEL = Path("/usr/share/pocketsphinx/model/en-us")
FRAME_S = 0.02
SENT_RATE = 48_000
HEARD_RATE = 16_000
CONNECT_LIMIT_S = 30

# Loopback only: the server must not be reachable from the network, and there may be none.
aioice.ice.get_host_addresses = lambda use_ipv4, use_ipv6: ["127.0.0.1"]

# The addresses that this process has tried to reach, but for loopback.
foreign: set[str] = set()


def watch_network(event: str, arguments: tuple) -> None:
    if event in ("socket.connect", "socket.sendto"):
        address = arguments[1]
    elif event == "socket.getaddrinfo":
        address = arguments
    else:
        return
    if isinstance(address, tuple) and address[0] not in (None, "127.0.0.1"):
        foreign.add(str(address[0]))


sys.addaudithook(watch_network)


def make_id(kind: str) -> str:
    return f"{kind}_{uuid.uuid4().hex[:20]}"


class Resampler:
    def __init__(self, rate: int) -> None:
        self.resampler = av.AudioResampler(format="s16", layout="mono", rate=rate)

    def samples(self, frame: av.AudioFrame) -> numpy.ndarray:
        parts = [part.to_ndarray()[0] for part in self.resampler.resample(frame)]
        return numpy.concatenate(parts) if parts else numpy.zeros(0, numpy.int16)


def speech(text: str) -> numpy.ndarray:
    """Lisa's voice."""
    command = ["espeak-ng", "-v", "en-gb", "-s", "165", "--stdout", text]
    spoken = subprocess.run(command, capture_output=True, check=True)
    with wave.open(BytesIO(spoken.stdout)) as sound:
        rate = sound.getframerate()
        samples = numpy.frombuffer(sound.readframes(len(spoken.stdout)), numpy.int16)
    frame = av.AudioFrame.from_ndarray(samples[numpy.newaxis, :], format="s16", layout="mono")
    frame.sample_rate = rate
    return Resampler(SENT_RATE).samples(frame)


def words_in(samples: numpy.ndarray) -> str:
    """What the user has said; empty if it is nothing of the grammar."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "turn.raw").write_bytes(samples.tobytes())
        Path(folder, "turns").write_text("turn\n")
        options = {
            "hmm": MODEL / "en-us",
            "dict": MODEL / "cmudict-en-us.dict",
            "jsgf": WORDS,
            "adcin": "yes",
            "cepdir": folder,
            "cepext": ".raw",
            "ctl": Path(folder, "turns"),
            "hyp": Path(folder, "heard"),
        }
        given = [text for name, value in options.items() for text in (f"-{name}", str(value))]
        subprocess.run(["pocketsphinx_batch", *given], capture_output=True, check=True)
        return Path(folder, "heard").read_text().rpartition("(")[0].strip()


class Voice(MediaStreamTrack):
    """Sends what is to be said in real time, and otherwise silence."""

    kind = "audio"

    def __init__(self) -> None:
        super().__init__()
        self.samples = numpy.zeros(0, numpy.int16)
        self.began = time.monotonic()
        self.sent = 0

    def say(self, samples: numpy.ndarray) -> None:
        self.samples = numpy.concatenate([self.samples, samples])

    def stop_speaking(self) -> None:
        self.samples = self.samples[:0]

    async def recv(self) -> av.AudioFrame:
        if self.readyState != "live":
            raise MediaStreamError
        await asyncio.sleep(max(0, self.began + self.sent / SENT_RATE - time.monotonic()))
        length = int(SENT_RATE * FRAME_S)
        samples, self.samples = self.samples[:length], self.samples[length:]
        samples = numpy.pad(samples, (0, length - len(samples)))
        frame = av.AudioFrame.from_ndarray(samples[numpy.newaxis, :], format="s16", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = SENT_RATE, self.sent, Fraction(1, SENT_RATE)
        self.sent += length
        return frame


class Turns:
    """Finds where the user speaks, by how loud it is."""

    LOUD = 300
    SHORTEST_S = 0.06
    PAUSE_S = 1.0
    # What is kept from before a turn: its first sounds are quiet.
    BEFORE_S = 0.4

    def __init__(self) -> None:
        self.kept: list[numpy.ndarray] = []
        self.loud_s = 0.0
        self.quiet_s = 0.0
        self.is_speaking = False

    def hear(self, samples: numpy.ndarray) -> Optional[str]:
        """Returns `started` or `stopped` when a turn does."""
        seconds = len(samples) / HEARD_RATE
        self.kept.append(samples)
        if numpy.sqrt(numpy.mean(numpy.square(samples, dtype=numpy.float64))) > self.LOUD:
            self.loud_s += seconds
            self.quiet_s = 0.0
        else:
            self.quiet_s += seconds
        if self.is_speaking:
            self.is_speaking = self.quiet_s < self.PAUSE_S
            return None if self.is_speaking else "stopped"
        if self.loud_s >= self.SHORTEST_S:
            self.is_speaking = True
            return "started"
        if self.quiet_s >= self.BEFORE_S:
            self.loud_s = 0.0
        while sum(map(len, self.kept)) > (self.BEFORE_S + self.SHORTEST_S) * HEARD_RATE:
            self.kept.pop(0)
        return None

    def take(self) -> numpy.ndarray:
        turn, self.kept, self.loud_s = numpy.concatenate(self.kept), [], 0.0
        return turn


class Talk:
    def __init__(self) -> None:
        self.id = make_id("session")
        self.peer = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self.voice = Voice()
        self.mind = Mind()
        self.session: dict[str, Any] = {"type": "realtime", "object": "realtime.session", "id": self.id}
        self.channel: Any = None
        self.unanswered: Optional[Reply] = None
        self.is_over = False
        # Events and spoken turns, in the order in which they came.
        self.work: asyncio.Queue = asyncio.Queue()
        self.tasks: list[asyncio.Task] = []

    async def begin(self, offer: str) -> str:
        self.peer.addTrack(self.voice)
        self.peer.on("datachannel", self.open)
        self.peer.on("track", lambda track: self.start(self.listen(track)))
        self.peer.on("connectionstatechange", self.follow_connection)
        await self.peer.setRemoteDescription(RTCSessionDescription(sdp=offer, type="offer"))
        await self.peer.setLocalDescription(await self.peer.createAnswer())
        self.start(self.answer_all())
        self.start(self.limit_connecting())
        return self.peer.localDescription.sdp

    def start(self, coroutine: Any) -> None:
        task = asyncio.ensure_future(coroutine)
        task.add_done_callback(self.report)
        self.tasks.append(task)

    def report(self, task: asyncio.Task) -> None:
        """A fault of this program must not look like one of Lisa's."""
        if not task.cancelled() and task.exception():
            task.print_stack()
            asyncio.ensure_future(self.end())

    async def follow_connection(self) -> None:
        if self.peer.connectionState in ("failed", "closed"):
            await self.end()

    async def limit_connecting(self) -> None:
        await asyncio.sleep(CONNECT_LIMIT_S)
        if self.peer.connectionState != "connected":
            asyncio.ensure_future(self.end())

    async def end(self) -> None:
        if self.is_over:
            return
        self.is_over = True
        for task in self.tasks:
            task.cancel()
        self.voice.stop()
        await self.peer.close()

    def open(self, channel: Any) -> None:
        self.channel = channel
        channel.on("message", self.receive)
        channel.on("close", lambda: asyncio.ensure_future(self.end()))
        self.send("session.created", session=self.session)

    def send(self, event_type: str, **fields: Any) -> None:
        if self.channel and self.channel.readyState == "open":
            self.channel.send(json.dumps({"type": event_type, "event_id": make_id("event"), **fields}))

    def receive(self, message: str) -> None:
        event = json.loads(message)
        if event["type"] in ("response.cancel", "output_audio_buffer.clear"):
            self.voice.stop_speaking()
        else:
            self.work.put_nowait(event)

    async def listen(self, track: MediaStreamTrack) -> None:
        resampler, turns, item_id = Resampler(HEARD_RATE), Turns(), ""
        while True:
            try:
                samples = resampler.samples(await track.recv())
            except MediaStreamError:
                return
            change = turns.hear(samples) if len(samples) else None
            if change == "started":
                item_id = make_id("item")
                self.voice.stop_speaking()
                self.send("input_audio_buffer.speech_started", item_id=item_id, audio_start_ms=0)
            elif change == "stopped":
                self.send("input_audio_buffer.speech_stopped", item_id=item_id, audio_end_ms=0)
                self.work.put_nowait({"type": "turn", "item_id": item_id, "samples": turns.take()})

    async def answer_all(self) -> None:
        while True:
            await self.answer(await self.work.get())

    async def answer(self, event: dict) -> None:
        name = event["type"]
        if name == "session.update":
            self.session = {**self.session, **event["session"]}
            self.send("session.updated", session=self.session)
        elif name == "conversation.item.create":
            item = {"id": make_id("item"), **event["item"]}
            self.send("conversation.item.created", item=item)
            if item["type"] == "function_call_output":
                self.unanswered = self.mind.learn(item["output"])
            elif item.get("role") == "user":
                self.unanswered = self.mind.hear(item["content"][0]["text"], self.today())
        elif name == "response.create":
            reply, self.unanswered = self.unanswered or self.mind.begin(), None
            await self.respond(reply)
        elif name == "turn":
            await self.answer_turn(event["item_id"], event["samples"])

    async def answer_turn(self, item_id: str, samples: numpy.ndarray) -> None:
        heard = await asyncio.get_running_loop().run_in_executor(None, words_in, samples)
        print(f"Heard in {len(samples) / HEARD_RATE:.1f} s: {heard or '(nothing)'}", flush=True)
        place = {"item_id": item_id, "content_index": 0}
        transcription = "conversation.item.input_audio_transcription"
        if heard:
            usage = {"type": "duration", "seconds": len(samples) / HEARD_RATE}
            self.send(f"{transcription}.completed", **place, transcript=heard, usage=usage)
            await self.respond(self.mind.hear(heard, self.today()))
        else:
            error = {"type": "transcription_error", "message": "There are no words in it."}
            self.send(f"{transcription}.failed", **place, error=error)
            await self.respond(Reply("I did not understand that. Please say it again."))

    async def respond(self, reply: Reply) -> None:
        response = {"id": make_id("resp"), "object": "realtime.response", "status": "in_progress", "output": []}
        self.send("response.created", response=response)
        place = {"response_id": response["id"], "output_index": 0}
        if reply.say:
            item = {"id": make_id("item"), "type": "message", "role": "assistant", "status": "completed"}
            part = {**place, "item_id": item["id"], "content_index": 0}
            self.send("response.output_audio_transcript.delta", **part, delta=reply.say)
            self.voice.say(await asyncio.get_running_loop().run_in_executor(None, speech, reply.say))
            self.send("response.output_audio.done", **part)
            self.send("response.output_audio_transcript.done", **part, transcript=reply.say)
            item["content"] = [{"type": "output_audio", "transcript": reply.say}]
        else:
            call = {"name": reply.tool, "call_id": make_id("call"), "arguments": json.dumps(reply.arguments)}
            item = {"id": make_id("item"), "type": "function_call", "status": "completed", **call}
            begun = {**item, "status": "in_progress", "arguments": ""}
            self.send("response.output_item.added", **place, item=begun)
            self.send("response.function_call_arguments.done", **place, item_id=item["id"], **call)
            self.send("response.output_item.done", **place, item=item)
        self.send("response.done", response={**response, "status": "completed", "output": [item]})

    def today(self) -> str:
        """The user's day, as the instructions tell it."""
        told = re.search(r"\d{4}-\d{2}-\d{2}", self.session.get("instructions", ""))
        return told[0] if told else date.today().isoformat()


class Server:
    """One talk at a time."""

    def __init__(self) -> None:
        self.talk: Optional[Talk] = None
        self.hang_ups = 0

    async def begin(self, offer: str) -> Optional[tuple[str, str]]:
        """Returns the id of the talk and its SDP, or nothing if somebody else is talking."""
        if self.talk and not self.talk.is_over:
            return None
        self.talk = talk = Talk()
        try:
            return talk.id, await talk.begin(offer)
        except Exception:
            await talk.end()
            raise

    async def hang_up(self, call: str) -> bool:
        if not self.talk or self.talk.is_over or self.talk.id != call:
            return False
        self.hang_ups += 1
        await self.talk.end()
        return True

    def state(self) -> dict:
        calls = 1 if self.talk and not self.talk.is_over else 0
        return {"calls": calls, "hangUps": self.hang_ups, "foreign": sorted(foreign)}


def handler_of(server: Server, loop: asyncio.AbstractEventLoop) -> type[BaseHTTPRequestHandler]:
    def run(coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result()

    class Handler(BaseHTTPRequestHandler):
        def answer(self, status: int, text: str, content_type: str = "text/plain", **headers: str) -> None:
            body = text.encode()
            self.send_response(status)
            for name, value in {"Content-Type": content_type, "Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self) -> None:
            if self.path == "/":
                self.answer(200, json.dumps(server.state()), "application/json")
            else:
                self.answer(404, "Not Found")

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            if self.path != CALLS:
                return self.answer(404, "Not Found")
            if "application/sdp" not in self.headers.get("Content-Type", ""):
                return self.answer(415, "Content-Type must be application/sdp")
            try:
                begun = run(server.begin(body))
            except Exception:
                return self.answer(400, "Invalid SDP offer")
            if begun:
                call, sdp = begun
                return self.answer(201, sdp, "application/sdp", Location=f"{CALLS}/{call}")
            error = {"type": "session_limit_reached", "message": "The only session is in use."}
            event = {"type": "error", "event_id": make_id("event"), "error": error}
            self.answer(503, json.dumps(event), "application/json")

        def do_DELETE(self) -> None:
            path, _, call = self.path.rpartition("/")
            if path == CALLS and run(server.hang_up(call)):
                self.answer(200, "")
            else:
                self.answer(404, "Unknown call")

        def log_message(self, format: str, *arguments: Any) -> None:
            print(format % arguments, flush=True)

    return Handler


async def main(port: int) -> None:
    handler = handler_of(Server(), asyncio.get_running_loop())
    http = ThreadingHTTPServer(("127.0.0.1", port), handler)
    threading.Thread(target=http.serve_forever, daemon=True).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
