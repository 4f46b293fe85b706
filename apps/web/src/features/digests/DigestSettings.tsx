import { digestRhythms } from '@parvis/contract/digests.ts'
import { useQuery } from '@tanstack/react-query'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Group } from '#web/ui/Group.tsx'
import { GroupFailed, GroupSeen } from '#web/ui/GroupSeen.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useRhythm } from './digests.mutations.ts'
import { digestQuery } from './digests.queries.ts'
import css from './DigestSettings.module.css'

/** How often a summary of missed posts is mailed to the viewer. */
export const DigestSettings = () => {
  const { t } = useText()
  const query = useQuery(digestQuery())
  const setRhythm = useRhythm()
  const state = stateOf(query)
  const digest = query.data
  return (
    <Group title={t('notifications.digest')}>
      {state === 'waiting' && (
        <Card role="status" aria-label={t('common.loading')}>
          {digestRhythms.map((one, at) => (
            <div key={one} className={css.waiting}>
              <Skeleton width={44 + at * 8} />
              <Skeleton width={72} />
            </div>
          ))}
        </Card>
      )}
      {state === 'failed' && <GroupFailed query={query} title={t('notifications.digest.failed')} />}
      <GroupSeen query={query} />
      {digest?.email === false && (
        <Notice icon="mail" kind="calm">
          {t('notifications.digest.noemail')}
        </Notice>
      )}
      {digest?.email && (
        <Card className={css.radios}>
          <RadioList
            label={t('notifications.digest')}
            labelHidden
            options={digestRhythms.map(value => ({
              value,
              label: t(`notifications.digest.${value}`),
              detail: t(`notifications.digest.${value}.detail`),
            }))}
            value={digest.rhythm}
            onChange={setRhythm}
          />
        </Card>
      )}
    </Group>
  )
}
