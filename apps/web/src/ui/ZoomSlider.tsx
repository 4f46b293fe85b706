import type { CSSProperties } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import css from './ZoomSlider.module.css'

/** The fraction of the whole range by which a click on a button changes the zoom. */
const STEP = 0.1

export interface ZoomSliderProps {
  zoom: { min: number; max: number; value: number }
  onZoom: (value: number) => void
  labels: {
    zoom: string
    in: string
    out: string
    /** Returns the text of a magnification ("2 times"), given the formatted number. */
    times: (valueText: string) => string
  }
  className?: string
}

export const ZoomSlider = ({ zoom: { min, max, value }, onZoom, labels, className }: ZoomSliderProps) => {
  const { number } = useFormat()
  const valueText = labels.times(number(Math.round((value / min) * 10) / 10))
  const step = (by: number) => onZoom(Math.min(max, Math.max(min, value + by * (max - min))))
  return (
    <div className={classNames(css.zoom, className)}>
      <IconButton icon="zoom-out" label={labels.out} onClick={() => step(-STEP)} />
      <input
        type="range"
        min={min}
        max={max}
        step="any"
        value={value}
        aria-label={labels.zoom}
        aria-valuetext={valueText}
        style={{ '--share': (value - min) / (max - min) } as CSSProperties}
        onChange={event => onZoom(Number(event.target.value))}
      />
      <IconButton icon="zoom-in" label={labels.in} onClick={() => step(STEP)} />
      <span>{valueText}</span>
    </div>
  )
}
