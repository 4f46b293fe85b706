import type { Person } from '@parvis/contract/profile.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { phoneLabelOf } from '@parvis/contract/phone-label.ts'
import { telephoneHref } from '#web/kernel/share/contact-links.ts'
import { buildingText } from '#web/kernel/text/building-text.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonAnchor, ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { nameOf } from '../person-name.ts'
import css from './PersonHead.module.css'

export interface PersonHeadProps {
  person: Person
  communityUri: string
  /** How their conversation is named: by the pseudo, or by the id. */
  writeTo: string
}

/** Who it is, since when, and the ways to reach them. */
export const PersonHead = ({ person, communityUri, writeTo }: PersonHeadProps) => {
  const { t } = useText()
  const since = useSince(person)
  const { abilities, building, online, phone, pseudo, role } = person
  const name = nameOf(person)
  const who = [name !== pseudo && pseudo, person.job].filter(Boolean)
  return (
    <Card as="section" className={css.head} aria-labelledby="person">
      <Avatar name={name} photoUri={person.photoUri} size="xl" online={online} />
      <h1 id="person" dir="auto">
        {name}
      </h1>
      {role !== 'neighbor' && (
        <Badge kind={isStaff(role) ? 'team' : 'plain'}>
          {t(`session.role.${role}`, { gender: person.gender ?? 'other' })}
        </Badge>
      )}
      {who.length > 0 && (
        <p className={css.muted} dir="auto">
          {who.join('\u00a0· ')}
        </p>
      )}
      <p className={css.muted}>
        {[since, building && buildingText(t, building), online && t('common.online')]
          .flatMap(fact => (fact ? [unbroken(fact)] : []))
          .join('\u00a0· ')}
      </p>
      {(abilities.contact || abilities.call) && (
        <div className={css.ways}>
          {abilities.contact && (
            <ButtonLink
              kind="primary"
              icon="message-circle"
              to="/$c/mes-conversations/$pseudo"
              params={{ c: communityUri, pseudo: writeTo }}
            >
              {t('people.write')}
            </ButtonLink>
          )}
          {abilities.call && phone && (
            <ButtonAnchor icon="phone" href={telephoneHref(phone)} title={phoneLabelOf(phone)}>
              {t('people.call')}
            </ButtonAnchor>
          )}
        </div>
      )}
    </Card>
  )
}

/** Facts that follow each other break between two of them. */
const unbroken = (fact: string) => fact.replaceAll(' ', '\u00a0')

const DAY_MS = 86_400_000

/** "Neighbour since yesterday"; of who works here it says no more than since when they are. */
const useSince = ({ dateAdded, gender, role }: Person): string | null => {
  const { t } = useText()
  const { otherDay } = useFormat()
  if (!dateAdded) return null
  const when = otherDay(dateAdded)
  const isYesterday = otherDay(new Date(Date.parse(dateAdded) + DAY_MS).toISOString()) === null
  const kind = role === 'neighbor' ? 'since' : 'here'
  if (!when) return t(`people.${kind}.today`, { gender: gender ?? 'other' })
  if (isYesterday) return t(`people.${kind}.yesterday`, { gender: gender ?? 'other' })
  return t(`people.${kind}.day`, { gender: gender ?? 'other', when })
}
