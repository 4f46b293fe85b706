import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from './ChatsSkeleton.module.css'

const widths = [52, 68, 44, 60, 38, 56]

export const ChatsSkeleton = () => (
  <div className={css.rows} aria-hidden="true">
    {widths.map(width => (
      <div key={width}>
        <Skeleton shape="disc" />
        <span>
          <Skeleton width={width} />
          <Skeleton width={width + 24} />
        </span>
      </div>
    ))}
  </div>
)
