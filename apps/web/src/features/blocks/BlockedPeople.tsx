import type { BlockedPerson } from '@parvis/contract/blocks.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ageInSentence } from '#web/kernel/text/age-in-sentence.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SettingsGroup } from '#web/ui/SettingsGroup.tsx'
import { GroupError, GroupLastUpdated } from '#web/ui/GroupStatus.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useBlockActions } from './blocks.mutations.ts'
import { blockedPeopleQuery } from './blocks.queries.ts'
import css from './BlockedPeople.module.css'

export interface BlockedPeopleProps {
  /** Called with the id of the person once the server has blocked or unblocked them. */
  onBlockChanged: (id: string, isBlocked: boolean) => void
}

/** The people the viewer has blocked, each with a button to unblock them. */
export const BlockedPeople = ({ onBlockChanged }: BlockedPeopleProps) => {
  const { t } = useText()
  const query = useQuery(blockedPeopleQuery())
  const { unblock, busy } = useBlockActions(onBlockChanged)
  const state = viewStateOf(query)
  const people = query.data ?? []
  return (
    <SettingsGroup title={t('blocks.list.title')} rowCount={people.length}>
      {state === 'waiting' && (
        <Card className={css.card} role="status" aria-label={t('common.loading')}>
          <Skeleton width={60} />
        </Card>
      )}
      {state === 'failed' && <GroupError query={query} title={t('blocks.list.failed')} />}
      <GroupLastUpdated query={query} />
      {query.data && (
        <Card className={css.card}>
          <p className={css.note}>{t(people.length > 0 ? 'blocks.list.text' : 'blocks.list.empty')}</p>
          {people.length > 0 && (
            <ul className={css.list}>
              {people.map(person => (
                <Row key={person._id} person={person} busy={busy} onUnblock={() => unblock(person)} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </SettingsGroup>
  )
}

const Row = ({ person, busy, onUnblock }: { person: BlockedPerson; busy: boolean; onUnblock: () => void }) => {
  const { t } = useText()
  const format = useFormat()
  const name = displayName(person)
  return (
    <li className={css.row}>
      <Avatar name={name} photoUri={null} />
      <span className={css.who}>
        <b dir="auto">{name}</b>
        <small>{t('blocks.list.since', ageInSentence(format, person.date))}</small>
      </span>
      <Button size="s" busy={busy} aria-label={t('blocks.unblock.of', { name })} onClick={onUnblock}>
        {t('blocks.unblock')}
      </Button>
    </li>
  )
}
