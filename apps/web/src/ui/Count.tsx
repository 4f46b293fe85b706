import css from './Count.module.css'

export interface CountProps {
  kind?: 'new' | 'quiet'
  children: number
}

const MAX_COUNT = 99

export const formatCount = (count: number): string => (count > MAX_COUNT ? `${MAX_COUNT}+` : String(count))

export const Count = ({ kind = 'new', children }: CountProps) => (
  <span className={css.count} data-kind={kind}>
    {formatCount(children)}
  </span>
)
