import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Count } from '#web/ui/Count.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { useNewcomerDecision, type Newcomer } from '../admin.mutations.ts'
import { pendingMembersQuery } from '../admin.queries.ts'
import { fullName, fullHome } from '../member-text.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import desk from '../DeskView.module.css'
import css from './PendingMembers.module.css'

export interface PendingMembersProps {
  communityId: string
  /** The members pending longest, as loaded with the desk. */
  longestPending: readonly Newcomer[]
  /** Number of all pending members. */
  pendingCount: number
}

/**
 * Members pending approval. A decision removes the row of the newcomer and shows a toast; the focus moves to the
 * heading of the list.
 */
export const PendingMembers = ({ communityId, longestPending, pendingCount }: PendingMembersProps) => {
  const { t } = useText()
  const { ago } = useFormat()
  const decision = useNewcomerDecision(communityId)
  const [isExpanded, setIsExpanded] = useState(false)
  const pages = useInfiniteQuery({ ...pendingMembersQuery(communityId), enabled: isExpanded })
  const newcomers = isExpanded && pages.data ? pages.data.pages.flatMap(({ docs }) => docs) : longestPending
  const fullListQuery = {
    hasNextPage: pendingCount > longestPending.length,
    isFetchingNextPage: pages.isFetching,
    isFetchNextPageError: pages.isError,
    fetchNextPage: async () => {
      setIsExpanded(true)
      const page = (await pages.refetch()).data?.pages[0]
      // The first page has only the members that the desk has loaded already, so the second one is fetched too.
      if (page?.hasNextPage && page.docs.length <= longestPending.length) await pages.fetchNextPage()
    },
  }
  const [newcomerToRefuse, setNewcomerToRefuse] = useState<Newcomer | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const decide = (newcomer: Newcomer, letIn: boolean) => {
    setNewcomerToRefuse(null)
    const focusTarget = newcomers.length > 1 ? heading.current : document.getElementById('main')
    focusTarget?.focus({ preventScroll: true })
    decision.mutate({ newcomer, letIn })
  }
  return (
    <Card
      as="section"
      aria-labelledby="waiting"
      className={classNames(css.waiting, desk.full)}
      hidden={pendingCount === 0}
    >
      <div className={desk.head}>
        <h2 id="waiting" ref={heading} tabIndex={-1} className={desk.title}>
          {t('admin.waiting')} {pendingCount > 0 && <Count>{pendingCount}</Count>}
        </h2>
      </div>
      <ul className={desk.list}>
        {newcomers.map(newcomer => {
          const name = fullName(newcomer)
          return (
            <li key={newcomer._id} className={css.row}>
              <Avatar name={name} photoUri={newcomer.photoUri} />
              <span className={css.who}>
                <b>{name}</b>
                <small>{[fullHome(t, newcomer), ago(newcomer.date)].filter(Boolean).join(' · ')}</small>
                {newcomer.word && <q>{t('admin.waiting.word', { word: newcomer.word })}</q>}
              </span>
              <span className={css.acts}>
                <Button
                  kind="tint"
                  size="s"
                  icon="check"
                  aria-label={t('admin.waiting.letin.whom', { name })}
                  onClick={() => decide(newcomer, true)}
                >
                  {t('admin.waiting.letin')}
                </Button>
                <Button
                  kind="quiet"
                  size="s"
                  aria-label={t('admin.waiting.refuse.whom', { name })}
                  onClick={() => setNewcomerToRefuse(newcomer)}
                >
                  {t('admin.waiting.refuse')}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      <LoadMore query={pages.data ? pages : fullListQuery} label={t('admin.members.more')} />
      {newcomerToRefuse && (
        <ConfirmDialog
          title={t('admin.waiting.refuse.title', { name: fullName(newcomerToRefuse) })}
          text={t('admin.waiting.refuse.text')}
          confirmLabel={t('admin.waiting.refuse')}
          icon="user-x"
          onConfirm={() => decide(newcomerToRefuse, false)}
          onClose={() => setNewcomerToRefuse(null)}
        />
      )}
    </Card>
  )
}
