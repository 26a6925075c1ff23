import { render } from 'preact'
import 'uplot/dist/uPlot.min.css'
import './style/base.css'
import './style/controls.css'
import './style/frame.css'
import './style/content.css'
import './style/details.css'
import { App } from './app.tsx'
import { keepMarksOnTheirLine } from './ui/spaces.ts'

const root = document.getElementById('office')
if (root) {
  keepMarksOnTheirLine()
  root.replaceChildren()
  render(<App />, root)
}
