import css from './Count.module.css'

export interface CountProps {
  kind?: 'new' | 'quiet'
  children: number
}

const MOST_SHOWN = 99

export const shownCount = (count: number): string => (count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count))

/** A small number on a tab or a bell; marigold for what is new. */
export const Count = ({ kind = 'new', children }: CountProps) => (
  <span className={css.count} data-kind={kind}>
    {shownCount(children)}
  </span>
)
