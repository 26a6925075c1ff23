import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'

/** A day and its value; a day is its date at midnight UTC, as uPlot counts. */
export type Point = { day: string; value: number }
type Props = { points: Point[]; name: string; show: (value: number) => string }

const HEIGHT = 240
const shortDay = new Intl.DateTimeFormat('fr', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const secondsOf = (day: string) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / 1000
const dayWords = (day: string) => shortDay.format(secondsOf(day) * 1000)

/** A colour of the page in a form that a canvas takes, light or dark already decided. */
function colourOf(room: HTMLElement, name: string): string {
  const probe = room.appendChild(document.createElement('i'))
  probe.style.color = `var(${name})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** A curve over days, drawn again when its space, its figures or the light change. */
export function Chart({ points, name, show }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const room = place.current
    if (!room) return
    let plot: uPlot | undefined
    const draw = () => {
      plot?.destroy()
      const data: uPlot.AlignedData = [points.map(({ day }) => secondsOf(day)), points.map(({ value }) => value)]
      plot = new uPlot(optionsOf(room, name, show, points.length - 1), data, room)
    }
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const observer = new ResizeObserver(() => {
      if (plot?.width !== room.clientWidth) draw()
    })
    observer.observe(room)
    dark.addEventListener('change', draw)
    return () => {
      observer.disconnect()
      dark.removeEventListener('change', draw)
      plot?.destroy()
    }
  }, [points, name])
  const best = points.reduce((most, each) => (each.value > most.value ? each : most), { day: '', value: 0 })
  const most = best.value > 0 ? `, au plus ${show(best.value)} le ${dayWords(best.day)}` : ', toujours à zéro'
  return (
    <>
      <div class="chart" role="img" aria-label={`${name} : une courbe par jour${most}`} ref={place} />
      <InWords points={points.filter(({ value }) => value > 0)} show={show} />
    </>
  )
}

/** The curve's values for people who cannot see it; days without a value are left out. */
const InWords = ({ points, show }: Omit<Props, 'name'>) =>
  points.length > 0 && (
    <details>
      <summary>Jour par jour</summary>
      <ul class="lines">
        {points.map(({ day, value }) => (
          <li key={day}>
            <span>{dayWords(day)}</span>
            <span class="end">{show(value)}</span>
          </li>
        ))}
      </ul>
    </details>
  )

function optionsOf(room: HTMLElement, label: string, show: (value: number) => string, last: number): uPlot.Options {
  const [green, tint, soft, line] = ['--plot', '--tint', '--soft', '--line'].map((name) => colourOf(room, name)) as [
    string,
    string,
    string,
    string,
  ]
  const axis = { stroke: soft, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } }
  return {
    width: room.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    scales: { y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] } },
    // The last day is shown until a finger or a pointer asks for another.
    hooks: { ready: [(plot) => plot.setLegend({ idx: last })] },
    cursor: { drag: { x: false, y: false } },
    axes: [
      { ...axis, values: (_, days) => days.map((seconds) => shortDay.format(new Date(seconds * 1000))) },
      {
        ...axis,
        size: 64,
        values: (_, values) => values.map((value) => (Number.isInteger(value) ? String(value) : '')),
      },
    ],
    series: [
      { label: 'Jour', value: (_, seconds) => (seconds ? shortDay.format(new Date(seconds * 1000)) : '—') },
      { label, stroke: green, fill: tint, width: 2, value: (_, value) => (value === null ? '—' : show(value)) },
    ],
  }
}
