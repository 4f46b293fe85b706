import css from './DayDots.module.css'

const MOST_DOTS = 3

/** How much is on, at a glance. */
export const DayDots = ({ count }: { count: number }) => (
  <i className={css.dots} aria-hidden="true">
    {Array.from({ length: Math.min(count, MOST_DOTS) }, (_, n) => (
      <i key={n} />
    ))}
  </i>
)
