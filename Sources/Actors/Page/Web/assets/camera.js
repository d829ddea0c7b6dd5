// A browser's camera: still pictures of it, one at a time. It is on as long as it is looked at, and no longer.
const longest = 1280;
const largest = 470000;

export class Camera {
  constructor(video) {
    this.video = video;
    this.canvas = document.createElement("canvas");
  }

  // Why there is no camera; undefined where there may be one. Browsers give it to pages by HTTPS and of their own machine alone.
  static get lack() {
    if (!window.isSecureContext) return "insecure";
    return navigator.mediaDevices?.getUserMedia ? undefined : "absent";
  }

  // Why it cannot be had, as a name of a text.
  static reason(error) {
    if (error.name === "NotAllowedError" || error.name === "SecurityError") return "denied";
    return error.name === "NotReadableError" ? "taken" : "absent";
  }

  get isOn() { return Boolean(this.stream?.active); }

  async start() {
    this.stop();
    const wanted = { facingMode: { ideal: "environment" }, width: { ideal: longest } };
    this.stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    this.video.srcObject = this.stream;
    await this.video.play();
  }

  stop() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = undefined;
    this.video.srcObject = null;
  }

  // The picture that is shown now, as JPEG: as large as it is read, and small enough to be sent.
  async still() {
    const { videoWidth: width, videoHeight: height } = this.video;
    if (!width || !height) return undefined;
    for (const [side, quality] of [[longest, 0.8], [longest, 0.6], [800, 0.6]]) {
      const scale = Math.min(1, side / Math.max(width, height));
      this.canvas.width = Math.round(width * scale);
      this.canvas.height = Math.round(height * scale);
      this.canvas.getContext("2d").drawImage(this.video, 0, 0, this.canvas.width, this.canvas.height);
      const picture = await new Promise((give) => { this.canvas.toBlob(give, "image/jpeg", quality); });
      if (picture && picture.size <= largest) return picture;
    }
    return undefined;
  }
}
