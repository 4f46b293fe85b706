import type { Community } from '@parvis/contract/community.ts'
import { useQuery } from '@tanstack/react-query'
import { installationQuery } from '#web/kernel/installation/installation.queries.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { showErrorToast, showToast } from '#web/ui/toasts.ts'
import typography from '#web/ui/typography.module.css'
import edit from '../EditInformationView.module.css'
import { useFeatureSwitches } from '../information.mutations.ts'

const flags = ['acceptPosts', 'gooddeal', 'weather', 'subscribe', 'needApproval'] as const

export interface FeatureSwitchesCardProps {
  community: Pick<Community, '_id' | (typeof flags)[number]>
  onChanged: () => Promise<unknown>
}

/** Switches for the features of the community and for approval of new members; each takes effect at once. */
export const FeatureSwitchesCard = ({ community, onChanged }: FeatureSwitchesCardProps) => {
  const { t } = useText()
  const installation = useQuery(installationQuery())
  const availableFlags = flags.filter(flag => flag !== 'weather' || installation.data?.weather !== false)
  const { change, pendingValues } = useFeatureSwitches(community._id, onChanged)
  const changeFlag = (flag: (typeof flags)[number], on: boolean): void =>
    void change({ [flag]: on }).then(
      () =>
        showToast({
          text: t(on ? 'information.form.offer.on' : 'information.form.offer.off', {
            what: t(`information.form.${flag}`),
          }),
          cause: flag,
          action: { label: t('information.form.offer.undo'), onClick: () => changeFlag(flag, !on) },
        }),
      showErrorToast,
    )
  return (
    <Card as="section" aria-labelledby="offer" className={edit.card}>
      <h2 id="offer" className={edit.title}>
        {t('information.form.offer')}
      </h2>
      <p className={typography.meta}>{t('information.form.offer.lead')}</p>
      {availableFlags.map(flag => (
        <Switch
          key={flag}
          label={t(`information.form.${flag}`)}
          detail={t(`information.form.${flag}.detail`)}
          checked={pendingValues[flag] ?? community[flag]}
          onChange={on => changeFlag(flag, on)}
        />
      ))}
    </Card>
  )
}
