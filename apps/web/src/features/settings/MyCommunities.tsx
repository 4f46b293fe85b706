import type { SessionUser } from '@parvis/contract/session.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SettingsGroup } from '#web/ui/SettingsGroup.tsx'
import css from './setting-row.module.css'

type Membership = SessionUser['memberships'][number]

export interface MyCommunitiesProps {
  memberships: readonly Membership[]
  /** Id of the current community. */
  communityId: string
  /** Id of the community being switched to; null for none. */
  switchingTo: string | null
  onSwitch: (to: Membership) => void
}

/** The communities of the account, the current one first; renders nothing when there is only one. */
export const MyCommunities = ({ memberships, communityId, switchingTo, onSwitch }: MyCommunitiesProps) => {
  const { t } = useText()
  if (memberships.length < 2) return null
  const isHere = (one: Membership) => one.communityId === communityId
  return (
    <SettingsGroup title={t('settings.communities')}>
      <Card>
        <ul>
          {memberships
            .toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)))
            .map(one => (
              <li key={one.userId} className={css.row}>
                <Avatar name={one.name} photoUri={one.logoUri} subject="place" />
                <span className={css.rest}>
                  <span className={css.what}>
                    <b>{one.name}</b>
                    <small>{t(`session.role.${one.role}`, { gender: 'other' })}</small>
                  </span>
                  {isHere(one) ? (
                    <Badge kind="team">{t('settings.communities.here')}</Badge>
                  ) : (
                    <Button
                      size="s"
                      busy={switchingTo === one.communityId}
                      aria-label={t('settings.communities.open.of', { name: one.name })}
                      onClick={() => onSwitch(one)}
                    >
                      {t('settings.communities.open')}
                    </Button>
                  )}
                </span>
              </li>
            ))}
        </ul>
      </Card>
    </SettingsGroup>
  )
}
