import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import day from './Day.module.css'
import now from './Now.module.css'
import css from './WeatherSkeleton.module.css'

const facts = [1, 2, 3]
const days = [1, 2, 3, 4, 5]

/** Placeholder of the weather, or of the part of it that is still loading. */
export const WeatherSkeleton = ({ part }: { part?: 'now' | 'days' }) => {
  const { t } = useText()
  return (
    <SlowLoading>
      <div className={css.parts} role="status" aria-label={t('common.loading')}>
        {part !== 'days' && (
          <Card className={now.now}>
            <div className={now.main}>
              <Skeleton shape="disc" />
              <div className={css.temp}>
                <Skeleton shape="title" />
              </div>
              <div className={css.words}>
                <Skeleton width={80} />
                <Skeleton width={60} />
              </div>
            </div>
            <div className={now.facts}>
              {facts.map(n => (
                <div key={n} className={css.fact}>
                  <Skeleton width={60} />
                  <Skeleton width={80} />
                </div>
              ))}
            </div>
          </Card>
        )}
        {part !== 'now' && (
          <Card className={day.days}>
            {days.map(n => (
              <div key={n} className={day.day}>
                <div>
                  <Skeleton width={50} />
                  <Skeleton width={30} />
                </div>
                <div className={css.plot}>
                  <Skeleton shape="photo" />
                </div>
              </div>
            ))}
          </Card>
        )}
      </div>
    </SlowLoading>
  )
}
