import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from '../CasesCard.module.css'

/** Skeleton of case rows, at their final height. */
export const RowsSkeleton = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, n) => (
    <div key={n} className={css.bone} aria-hidden="true">
      <Skeleton shape="disc" />
      <div>
        <Skeleton width={56 - 8 * (n % 3)} />
        <Skeleton width={32 + 4 * (n % 2)} />
      </div>
    </div>
  ))
