import { digestFrequencies } from '@parvis/contract/digests.ts'
import { useQuery } from '@tanstack/react-query'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { SettingsGroup } from '#web/ui/SettingsGroup.tsx'
import { GroupError, GroupLastUpdated } from '#web/ui/GroupStatus.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useSetDigestFrequency } from './digests.mutations.ts'
import { digestQuery } from './digests.queries.ts'
import css from './DigestSettings.module.css'

/** Setting for how often a summary of missed posts is mailed to the viewer. */
export const DigestSettings = () => {
  const { t } = useText()
  const query = useQuery(digestQuery())
  const setFrequency = useSetDigestFrequency()
  const state = viewStateOf(query)
  const digest = query.data
  return (
    <SettingsGroup title={t('notifications.digest')}>
      {state === 'waiting' && (
        <Card role="status" aria-label={t('common.loading')}>
          {digestFrequencies.map((frequency, index) => (
            <div key={frequency} className={css.waiting}>
              <Skeleton width={44 + index * 8} />
              <Skeleton width={72} />
            </div>
          ))}
        </Card>
      )}
      {state === 'failed' && <GroupError query={query} title={t('notifications.digest.failed')} />}
      <GroupLastUpdated query={query} />
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
            options={digestFrequencies.map(value => ({
              value,
              label: t(`notifications.digest.${value}`),
              detail: t(`notifications.digest.${value}.detail`),
            }))}
            value={digest.rhythm}
            onChange={setFrequency}
          />
        </Card>
      )}
    </SettingsGroup>
  )
}
