// Shows a result: the picture, its doubts, the values to confirm or change, and "Try again".
import { at } from "./base.js";
import { pause, sendForm } from "./send.js";

// The session manager gets a reading a moment after it was read.
const tries = 20;

export class SnapResult {
  constructor(parts) {
    Object.assign(this, parts);
    this.by("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.by("form").addEventListener("input", () => this.check());
    this.by("again").addEventListener("click", () => this.again());
  }

  hide() {
    this.by("result").hidden = true;
    this.by("values").replaceChildren();
    this.answer = undefined;
    this.reading = undefined;
  }

  // The result keeps the photo's seat; a seat chosen in the meantime applies to the next photo.
  show(answer, picture, seat) {
    const { by } = this;
    this.answer = answer;
    this.seat = seat;
    this.reading = answer.reading;
    by("result").hidden = false;
    this.draw(answer, picture);
    by("for").textContent = this.fill(this.words.for, { seat });
    by("text").textContent = [answer.text, answer.sure].filter(Boolean).join(" · ");
    by("doubts").replaceChildren(...answer.doubts.map((doubt) => Object.assign(document.createElement("li"), { textContent: doubt })));
    by("values").replaceChildren(...answer.values.map((value) => this.field(value)));
    by("form").hidden = answer.values.length === 0;
    by("submit").hidden = !answer.reading;
    by("seat").hidden = true;
    this.said(answer.state === "read" ? answer.words ?? "" : "", false);
    this.check();
    by("result-title").focus();
  }

  // Draw the found places over the browser's picture, and leave out a picture that it cannot show.
  draw(answer, picture) {
    const { by, areaOver } = this;
    const image = by("picture");
    if (this.picture) URL.revokeObjectURL(this.picture);
    this.picture = picture;
    for (const name of ["found", "glare"]) by(name).hidden = true;
    image.parentElement.hidden = false;
    image.onload = () => {
      // In the picture's pixels, upright as the browser shows it.
      areaOver(by("found"), answer.display, image.naturalWidth, image.naturalHeight);
      areaOver(by("glare"), answer.glare, image.naturalWidth, image.naturalHeight);
    };
    image.onerror = () => {
      if (answer.crop && !image.src.endsWith(answer.crop)) image.src = at(answer.crop);
      else image.parentElement.hidden = true;
    };
    image.src = picture;
  }

  field(value) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { name: `value.${value.metric}`, value: value.plain, inputMode: "decimal", autocomplete: "off", maxLength: 12, required: true });
    const note = document.createElement("span");
    note.className = "note range";
    note.id = `range-${value.metric}`;
    note.hidden = true;
    if (value.low && value.high) note.textContent = this.fill(this.words.range, { low: value.low, high: value.high });
    input.setAttribute("aria-describedby", note.id);
    label.append(`${value.name} `, input, ` ${value.unit} `, note);
    return label;
  }

  // Marks very unusual values.
  check() {
    let isUnusual = false;
    for (const value of this.answer?.values ?? []) {
      const input = this.by("form").elements.namedItem(`value.${value.metric}`);
      const number = Number(input.value.replace(",", "."));
      const isOut = !Number.isFinite(number) || (value.low && number < Number(value.low)) || (value.high && number > Number(value.high));
      input.setAttribute("aria-invalid", String(Boolean(isOut)));
      document.getElementById(`range-${value.metric}`).hidden = !isOut;
      isUnusual ||= Boolean(isOut);
    }
    this.by("unusual").hidden = !isUnusual;
    return isUnusual;
  }

  said(words, isGood) {
    this.by("said").textContent = words;
    this.by("said").className = isGood ? "said good" : "said bad";
  }

  async submit() {
    if (!this.reading) return;
    const form = this.by("form");
    const unusual = form.elements.namedItem("unusual");
    if (this.check() && !unusual.checked) return this.said(this.words.check, false);
    const fields = { seat: this.seat };
    for (const value of this.answer.values) {
      fields[`value.${value.metric}`] = form.elements.namedItem(`value.${value.metric}`).value;
      fields[`was.${value.metric}`] = value.plain;
      fields[`unit.${value.metric}`] = value.ucum;
    }
    if (unusual.checked) fields.unusual = "1";
    const done = await this.decide("confirm", fields);
    if (!done) return;
    this.reading = undefined;
    this.said(done, true);
    this.by("submit").hidden = true;
    this.by("seat").href = at(`/seats/${encodeURIComponent(fields.seat)}`);
    this.by("seat").hidden = false;
    this.by("seat").focus();
  }

  async again() {
    if (this.reading && !(await this.decide("discard", {}))) return;
    this.hide();
    this.by("say").textContent = "";
    this.by("file").focus();
    this.onAgain();
  }

  async decide(what, fields) {
    const buttons = [this.by("submit"), this.by("again")];
    for (const button of buttons) button.disabled = true;
    try {
      for (let number = 1; ; number += 1) {
        try {
          return (await sendForm(at(`/held/${encodeURIComponent(this.reading)}/${what}`), fields)).done;
        } catch (error) {
          if (error.status !== 404 || number === tries) throw error;
          await pause(500);
        }
      }
    } catch (error) {
      this.said(error.message, false);
      return undefined;
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  }
}
