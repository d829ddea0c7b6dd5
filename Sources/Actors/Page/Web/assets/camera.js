// Takes still pictures from a browser's camera, one at a time. The camera is on only while its picture is visible.
const longest = 1280;
const largest = 470000;

export class Camera {
  constructor(video) {
    this.video = video;
    this.canvas = document.createElement("canvas");
  }

  // Why the camera is unavailable; undefined if it may be available. Browsers allow it only over HTTPS or on localhost.
  static get lack() {
    if (!window.isSecureContext) return "insecure";
    return navigator.mediaDevices?.getUserMedia ? undefined : "absent";
  }

  // The name of the text that explains why the camera did not start.
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

  // The current picture as JPEG, in the size that the reader uses and small enough to send.
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
