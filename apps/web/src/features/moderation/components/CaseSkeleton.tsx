import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from '../CaseSheet.module.css'

const CHOICES = 5

/** Skeleton of a case: the report on one side, the decision form on the other. */
export const CaseSkeleton = () => {
  const { t } = useText()
  return (
    <div className={css.container} role="status" aria-label={t('common.loading')}>
      <div className={css.columns} aria-hidden="true">
        <div className={css.column}>
          <Card className={css.block}>
            <Skeleton shape="title" width={44} />
            <div className={css.bone}>
              <Skeleton shape="disc" />
              <div>
                <Skeleton width={36} />
                <Skeleton width={52} />
              </div>
            </div>
            <div className={css.words}>
              <Skeleton width={62} />
              <Skeleton />
              <Skeleton width={84} />
            </div>
          </Card>
          <Card className={css.block}>
            <Skeleton shape="title" width={48} />
            <Skeleton width={74} />
            <Skeleton width={26} />
          </Card>
        </div>
        <div className={css.column}>
          <Card className={css.block}>
            <Skeleton shape="title" width={28} />
            {Array.from({ length: CHOICES }, (_, n) => (
              <div key={n}>
                <Skeleton width={40 - 4 * (n % 3)} />
                <Skeleton width={86 - 6 * (n % 3)} />
              </div>
            ))}
          </Card>
        </div>
      </div>
    </div>
  )
}
