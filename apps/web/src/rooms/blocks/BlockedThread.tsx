import { displayName } from '@parvis/contract/entity.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { type BlockablePerson, useBlockActs } from './blocks.mutations.ts'
import { blockedQuery } from './blocks.queries.ts'

export interface BlockedThreadProps {
  /** Whose conversation it was: a pseudo or an id. */
  who: string
  /** Who it is, where that is known: they are looked for in the list of who is blocked otherwise. */
  known?: BlockablePerson | undefined
  /** Shown where it is not this reader who has blocked. */
  otherwise: ReactNode
  onChanged: (id: string, blocked: boolean) => void
}

/** In place of a conversation with somebody whom the reader has blocked: the way to take it back. */
export const BlockedThread = ({ who, known, otherwise, onChanged }: BlockedThreadProps) => {
  const { t } = useText()
  const { data } = useQuery({ ...blockedQuery(), enabled: known === undefined })
  const { unblock, busy } = useBlockActs(onChanged)
  const person = known ?? data?.find(({ _id, pseudo }) => _id === who || pseudo === who)
  if (!person) return otherwise
  return (
    <Empty
      picture="door"
      title={t('blocks.thread.title', { name: displayName(person) })}
      text={t('blocks.thread.text')}
      action={
        <Button kind="primary" disabled={busy} onClick={() => unblock(person)}>
          {t('blocks.unblock')}
        </Button>
      }
    />
  )
}
