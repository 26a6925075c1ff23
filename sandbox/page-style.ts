/** The style of the pages: one column on a phone, two on a wide screen, dark if the device is dark. */
export const style = `
:root { color-scheme: light dark; --ground: #f4f1ea; --card: #fff; --ink: #1d2a26; --soft: #66736e; --line: #e2ddd2;
  --green: #0b7a53; --red: #b3372b; --amber: #9a6a00; --tint: #e6f3ed; font: 16px/1.45 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --ground: #121815; --card: #1b2320; --ink: #e8eeea; --soft: #97a59f;
  --line: #2e3934; --green: #43c08f; --red: #f08a7d; --amber: #e2b04a; --tint: #1f332a } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink) }
header { position: sticky; top: 0; z-index: 1; background: var(--card); border-bottom: 1px solid var(--line);
  padding: .6rem 1rem; display: flex; gap: .5rem 1rem; align-items: center; flex-wrap: wrap }
h1 { font-size: 1.1rem; margin: 0 auto 0 0 }
h1 small { font-weight: 400; color: var(--soft) }
nav { display: flex; gap: .9rem; overflow-x: auto }
nav a { color: var(--green); text-decoration: none; white-space: nowrap }
main { display: grid; gap: 1rem; padding: 1rem; max-width: 78rem; margin: auto; grid-template-columns: minmax(0, 1fr) }
@media (min-width: 60rem) { main { grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start } }
section { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1rem; scroll-margin-top: 6rem }
h2 { font-size: 1rem; margin: 0 0 .7rem; display: flex; gap: .5rem; align-items: baseline }
h3 { font-size: .85rem; margin: 1rem 0 .4rem; color: var(--soft) }
.count { background: var(--tint); color: var(--green); border-radius: 99px; padding: 0 .55rem; font-size: .8rem }
input, select { font: inherit; width: 100%; padding: .5rem .7rem; border: 1px solid var(--line); border-radius: 10px;
  background: var(--ground); color: inherit }
button { font: inherit; border: 1px solid var(--line); border-radius: 10px; padding: .45rem .8rem; cursor: pointer;
  background: var(--card); color: inherit }
button:disabled { opacity: .5 }
:focus-visible { outline: 3px solid var(--green); outline-offset: 2px }
.yes { background: var(--green); border-color: var(--green); color: var(--card) }
.no { color: var(--red); border-color: var(--red) }
.row { border-top: 1px solid var(--line); padding: .7rem 0; display: grid; gap: .3rem;
  grid-template-columns: minmax(0, 1fr); overflow-wrap: anywhere }
.row:first-child { border-top: 0; padding-top: 0 }
.head { display: flex; gap: .4rem .6rem; align-items: baseline; flex-wrap: wrap }
.head > .end { margin-left: auto }
.soft { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere }
.code { font: 700 1.7rem/1.2 ui-monospace, monospace; letter-spacing: .12em; background: var(--tint); color: var(--green);
  border-color: transparent; justify-self: start }
.tag { border: 1px solid var(--line); border-radius: 99px; padding: 0 .5rem; font-size: .78rem; color: var(--soft) }
.good { color: var(--green) } .bad { color: var(--red) } .wait { color: var(--amber) }
.amount { font-weight: 700; font-size: 1.15rem }
.buttons { display: flex; gap: .5rem; flex-wrap: wrap }
.empty { color: var(--soft); margin: 0 }
.scroll { max-height: 34rem; overflow: auto }
pre { margin: .3rem 0 0; font-size: .78rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--ground);
  border-radius: 8px; padding: .6rem }
.chip { border-radius: 99px; font-size: .85rem; padding: .3rem .75rem }
.chip[aria-pressed=true] { background: var(--red); border-color: var(--red); color: var(--card) }
.text { white-space: pre-wrap; overflow-wrap: anywhere }
#offline { color: var(--red) }
`
