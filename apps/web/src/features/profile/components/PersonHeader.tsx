import { displayName } from '@parvis/contract/entity.ts'
import type { Person } from '@parvis/contract/profile.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { formatPhone } from '@parvis/contract/phone-format.ts'
import { Fragment } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { telephoneHref } from '#web/kernel/share/contact-links.ts'
import { buildingText } from '#web/kernel/text/building-text.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonAnchor, ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { profileName } from '../person-name.ts'
import { monthOf } from '../profile-dates.ts'
import typography from '#web/ui/typography.module.css'
import css from './PersonHeader.module.css'

export interface PersonHeaderProps {
  person: Person
  communityUri: string
  /** Pseudonym or id of the person in the URL of the conversation with them. */
  conversationKey: string
}

/** Name, role, date of joining and presence of a person, with buttons to contact them. */
export const PersonHeader = ({ person, communityUri, conversationKey }: PersonHeaderProps) => {
  const { t } = useText()
  const since = useJoinedText(person)
  const { abilities, building, online, phone, pseudo, role } = person
  const name = profileName(person)
  return (
    <Card as="section" className={css.head} aria-labelledby="person">
      <Avatar name={displayName(person)} photoUri={person.photoUri} size="xl" online={online} />
      <h1 id="person" dir="auto">
        {name}
      </h1>
      {role !== 'neighbor' && (
        <Badge kind={isStaff(role) ? 'team' : 'plain'}>
          {t(`session.role.${role}`, { gender: person.gender ?? 'other' })}
        </Badge>
      )}
      <Facts facts={[name !== pseudo && pseudo, person.job]} />
      <Facts facts={[since, building && buildingText(t, building), online && t('common.online')]} />
      {(abilities.contact || abilities.call) && (
        <div className={css.ways}>
          {abilities.contact && (
            <ButtonLink
              kind="primary"
              icon="message-circle"
              to="/$c/mes-conversations/$pseudo"
              params={{ c: communityUri, pseudo: conversationKey }}
            >
              {t('people.write')}
            </ButtonLink>
          )}
          {abilities.call && phone && (
            <ButtonAnchor icon="phone" href={telephoneHref(phone)} title={formatPhone(phone)}>
              {t('people.call')}
            </ButtonAnchor>
          )}
        </div>
      )}
    </Card>
  )
}

/**
 * Facts in a row, with a dot between two facts. Lines break between two facts first; the dot is drawn over the space
 * between them, so that no line ends with a dot.
 */
const Facts = ({ facts }: { facts: readonly (string | false | null)[] }) => {
  const texts = facts.flatMap(fact => fact || [])
  if (texts.length === 0) return null
  return (
    <p className={css.muted} dir="auto">
      {texts.map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && <span className={typography.hidden}>, </span>}
          {index > 0 && <i> </i>}
          <span>{fact}</span>
        </Fragment>
      ))}
    </p>
  )
}

const DAY_MS = 86_400_000
/** If somebody joined longer ago, only the month is shown. */
const MONTH_ONLY_AFTER_MS = 365 * DAY_MS

/** Text such as "Neighbour since March 2024"; for people who are not residents the text does not name the role. */
const useJoinedText = ({ dateAdded, gender, role }: Person): string | null => {
  const { t, language } = useText()
  const { dateUnlessToday: otherDay } = useFormat()
  const now = useNow()
  if (!dateAdded) return null
  const when = otherDay(dateAdded)
  const isYesterday = otherDay(new Date(Date.parse(dateAdded) + DAY_MS).toISOString()) === null
  const kind = role === 'neighbor' ? 'since' : 'here'
  if (!when) return t(`people.${kind}.today`, { gender: gender ?? 'other' })
  if (isYesterday) return t(`people.${kind}.yesterday`, { gender: gender ?? 'other' })
  if (now - Date.parse(dateAdded) > MONTH_ONLY_AFTER_MS)
    return t(`people.${kind}.month`, { gender: gender ?? 'other', when: monthOf(dateAdded, language) })
  return t(`people.${kind}.day`, { gender: gender ?? 'other', when })
}
