import type { Community } from '@parvis/contract/community.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import edit from '../EditInformationView.module.css'
import { tellFailure, useInformationChange } from '../information.mutations.ts'

const flags = ['acceptPosts', 'gooddeal', 'weather', 'subscribe'] as const

export interface OfferCardProps {
  community: Pick<Community, '_id' | (typeof flags)[number]>
  onChanged: () => void
}

/** What the community offers: in force as soon as it is turned. */
export const OfferCard = ({ community, onChanged }: OfferCardProps) => {
  const { t } = useText()
  const change = useInformationChange(community._id, onChanged)
  // shown at once, and as before where the server refuses
  const turned = change.isPending ? change.variables : undefined
  return (
    <Card as="section" aria-labelledby="offer" className={edit.card}>
      <h2 id="offer" className={edit.title}>
        {t('information.form.offer')}
      </h2>
      {flags.map(flag => (
        <Switch
          key={flag}
          label={t(`information.form.${flag}`)}
          detail={t(`information.form.${flag}.detail`)}
          checked={turned?.[flag] ?? community[flag]}
          onChange={on => change.mutate({ [flag]: on }, { onError: tellFailure })}
        />
      ))}
    </Card>
  )
}
