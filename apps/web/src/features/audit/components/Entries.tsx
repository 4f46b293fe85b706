import { auditActs, type AuditEntry, type AuditGroup, auditGroups } from '@parvis/contract/audit.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { Link } from '@tanstack/react-router'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/icon-names.ts'
import { unnamedAccountOf, type NamePiece, sentencePiecesOf } from '../entry-text.ts'
import css from './Entries.module.css'

const iconByGroup: Record<AuditGroup, IconName> = {
  signins: 'log-in',
  failures: 'shield-alert',
  access: 'user-cog',
  key: 'key-round',
  moderation: 'flag',
  data: 'archive',
  team: 'pencil',
}
const groupByAct = new Map(auditGroups.flatMap(group => auditActs[group].map(act => [act as string, group] as const)))

export interface EntriesProps {
  entries: readonly AuditEntry[]
  community: { _id: string; customUri: string; timezone: string }
}

export const Entries = ({ entries, community }: EntriesProps) => {
  const { day } = useFormat()
  const { timezone } = community
  const days = [...Map.groupBy(entries, ({ date }) => dayAt(Date.parse(date), timezone))]
  return days.map(([key, ofDay]) => (
    <Card key={key} as="section" aria-labelledby={`day-${key}`} className={css.day}>
      <h2 id={`day-${key}`}>{day(ofDay[0]!.date, timezone)}</h2>
      <ul>
        {ofDay.map(entry => (
          <EntryRow key={entry._id} entry={entry} community={community} />
        ))}
      </ul>
    </Card>
  ))
}

const EntryRow = ({ entry, community }: { entry: AuditEntry; community: EntriesProps['community'] }) => {
  const { t } = useText()
  const { time } = useFormat()
  const group = groupByAct.get(entry.act) ?? 'team'
  const account = unnamedAccountOf(t, entry)
  const { community: place } = entry
  return (
    <li className={css.row} data-kind={group}>
      <span className={css.icon}>
        <Icon name={iconByGroup[group]} size="s" />
      </span>
      <time dateTime={entry.date}>{time(entry.date, community.timezone)}</time>
      <div className={css.words}>
        <p>
          {sentencePiecesOf(t, entry).map((piece, n) =>
            typeof piece === 'string' ? piece : <PersonName key={n} piece={piece} community={community} />,
          )}
        </p>
        <ul className={css.facts}>
          {account && (
            <li>
              <PersonName
                piece={{ ...account, text: t('audit.account', { who: account.text }) }}
                community={community}
              />
            </li>
          )}
          {entry.email && <li>{entry.email}</li>}
          {place && <li>{place.name ?? place.customUri}</li>}
          {entry.address && <li className={css.address}>{entry.address}</li>}
        </ul>
      </div>
    </li>
  )
}

/**
 * The name of a person. It links to the member screen of members of the viewer's own community; guests have no such
 * screen.
 */
const PersonName = ({
  piece: { text, person },
  community,
}: {
  piece: NamePiece
  community: EntriesProps['community']
}) =>
  person && person.communityId === community._id && person.role !== 'guest' ? (
    <Link to="/$c/gestion/membre" params={{ c: community.customUri }} search={{ id: person._id }}>
      {text}
    </Link>
  ) : (
    <b>{text}</b>
  )
