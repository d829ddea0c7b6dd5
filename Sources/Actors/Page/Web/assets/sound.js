// A sound on a room's tablet when a device waits for its person. Browsers need a tap before a page may sound.
const button = document.getElementById("sound");

if (button) {
  const audio = new AudioContext();
  const isOn = () => button.getAttribute("aria-pressed") === "true";
  const show = (on) => button.setAttribute("aria-pressed", String(on));

  const tone = (pitch, after) => {
    const [source, volume] = [audio.createOscillator(), audio.createGain()];
    source.frequency.value = pitch;
    volume.gain.value = 0.2;
    source.connect(volume).connect(audio.destination);
    source.start(audio.currentTime + after);
    source.stop(audio.currentTime + after + 0.18);
  };
  const ring = () => {
    if (!isOn()) return;
    tone(880, 0);
    tone(1175, 0.22);
    button.dataset.rung = String(Number(button.dataset.rung ?? 0) + 1);
  };

  // A browser that was set up for it sounds without a tap.
  show(localStorage.getItem("sound") === "on" && audio.state === "running");
  button.addEventListener("click", async () => {
    const on = !isOn();
    localStorage.setItem("sound", on ? "on" : "off");
    if (on) await audio.resume();
    show(on);
    ring();
  });
  document.addEventListener("tilewaits", ring);
}
