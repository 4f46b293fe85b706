import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from './ThreadSkeleton.module.css'

const placeholders = [
  { width: 48, mine: false },
  { width: 62, mine: false },
  { width: 40, mine: true },
  { width: 56, mine: true },
  { width: 34, mine: false },
]

export const ThreadSkeleton = () => (
  <div className={css.lines} aria-hidden="true">
    {placeholders.map(({ width, mine }) => (
      <span key={width} data-mine={mine || undefined}>
        <Skeleton shape="title" width={width} />
      </span>
    ))}
  </div>
)
