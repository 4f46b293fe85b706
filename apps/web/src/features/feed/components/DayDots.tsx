import css from './DayDots.module.css'

const MAX_DOTS = 3

/** Shows the number of events of a day as up to three dots. */
export const DayDots = ({ count }: { count: number }) => (
  <i className={css.dots} aria-hidden="true">
    {Array.from({ length: Math.min(count, MAX_DOTS) }, (_, n) => (
      <i key={n} />
    ))}
  </i>
)
