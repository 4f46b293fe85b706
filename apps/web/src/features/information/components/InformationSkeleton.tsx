import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import front from './CommunityCard.module.css'
import css from './InformationSkeleton.module.css'
import told from './InformationContent.module.css'

const facts = [64, 40, 58, 44, 50]
const rows = [52, 66, 46, 60]

/** Skeleton of the information page. */
export const InformationSkeleton = () => {
  const { t } = useText()
  return (
    <SlowLoading>
      <div className={told.container} role="status" aria-label={t('common.loading')}>
        <div className={told.grid}>
          <Card className={told.full}>
            <div className={css.hero}>
              <Skeleton shape="photo" />
            </div>
            <div className={front.block}>
              <div className={front.head}>
                <Skeleton shape="disc" />
                <div className={css.words}>
                  <Skeleton width={46} />
                  <Skeleton width={32} />
                </div>
              </div>
              <Skeleton width={92} />
              <div>
                {facts.map(width => (
                  <div key={width} className={css.row}>
                    <Skeleton width={width} />
                  </div>
                ))}
              </div>
            </div>
          </Card>
          {['where', 'numbers'].map(part => (
            <Card key={part} className={told.block}>
              {rows.map(width => (
                <div key={width} className={css.row}>
                  <Skeleton width={width} />
                </div>
              ))}
            </Card>
          ))}
        </div>
      </div>
    </SlowLoading>
  )
}
