// A room's tablet hides its values until it is touched, and again a minute later: visitors see the screen, too.
const shownFor = 60000;
const cover = document.body.classList;

if (cover.contains("tablet")) {
  let timer;
  const show = (milliseconds) => {
    cover.remove("veiled");
    clearTimeout(timer);
    timer = setTimeout(() => cover.add("veiled"), milliseconds);
  };
  const touched = () => {
    sessionStorage.setItem("shown until", String(Date.now() + shownFor));
    show(shownFor);
  };
  // Not at the press: the page changes its layout, and another button would be below the finger when it lifts.
  for (const name of ["click", "keydown"]) document.addEventListener(name, touched);
  // A link of the tablet opens a page that is not hidden again.
  const left = Number(sessionStorage.getItem("shown until") ?? 0) - Date.now();
  if (left > 0 && left <= shownFor) show(left);
}
