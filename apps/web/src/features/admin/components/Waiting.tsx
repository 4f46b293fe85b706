import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Count } from '#web/ui/Count.tsx'
import { MorePages } from '#web/ui/MorePages.tsx'
import { useDecision, type Newcomer } from '../admin.mutations.ts'
import { waitingQuery } from '../admin.queries.ts'
import { fullName, wholeHome } from '../member-words.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import desk from '../DeskView.module.css'
import css from './Waiting.module.css'

export interface WaitingProps {
  communityId: string
  /** The first of them, those pending longest. */
  longest: readonly Newcomer[]
  /** Number of all pending members. */
  count: number
}

/** Members pending approval. A decision shows a toast; the focus moves to the list, because the row is removed. */
export const Waiting = ({ communityId, longest, count }: WaitingProps) => {
  const { t } = useText()
  const { ago } = useFormat()
  const decision = useDecision(communityId)
  const [isWhole, setIsWhole] = useState(false)
  const pages = useInfiniteQuery({ ...waitingQuery(communityId), enabled: isWhole })
  const newcomers = isWhole && pages.data ? pages.data.pages.flatMap(({ docs }) => docs) : longest
  const first = {
    hasNextPage: count > longest.length,
    isFetchingNextPage: pages.isFetching,
    isFetchNextPageError: pages.isError,
    fetchNextPage: async () => {
      setIsWhole(true)
      const page = (await pages.refetch()).data?.pages[0]
      // The desk has already brought as many as the first page.
      if (page?.hasNextPage && page.docs.length <= longest.length) await pages.fetchNextPage()
    },
  }
  const [refused, setRefused] = useState<Newcomer | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const decide = (newcomer: Newcomer, letIn: boolean) => {
    setRefused(null)
    const left = newcomers.length > 1 ? heading.current : document.getElementById('main')
    left?.focus({ preventScroll: true })
    decision.mutate({ newcomer, letIn })
  }
  return (
    <Card as="section" aria-labelledby="waiting" className={classNames(css.waiting, desk.full)} hidden={count === 0}>
      <div className={desk.head}>
        <h2 id="waiting" ref={heading} tabIndex={-1} className={desk.title}>
          {t('admin.waiting')} {count > 0 && <Count>{count}</Count>}
        </h2>
      </div>
      <ul className={desk.list}>
        {newcomers.map(one => {
          const name = fullName(one)
          return (
            <li key={one._id} className={css.row}>
              <Avatar name={name} photoUri={one.photoUri} />
              <span className={css.who}>
                <b>{name}</b>
                <small>{[wholeHome(t, one), ago(one.date)].filter(Boolean).join(' · ')}</small>
                {one.word && <q>{t('admin.waiting.word', { word: one.word })}</q>}
              </span>
              <span className={css.acts}>
                <Button
                  kind="tint"
                  size="s"
                  icon="check"
                  aria-label={t('admin.waiting.letin.whom', { name })}
                  onClick={() => decide(one, true)}
                >
                  {t('admin.waiting.letin')}
                </Button>
                <Button
                  kind="quiet"
                  size="s"
                  aria-label={t('admin.waiting.refuse.whom', { name })}
                  onClick={() => setRefused(one)}
                >
                  {t('admin.waiting.refuse')}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      <MorePages query={pages.data ? pages : first} label={t('admin.members.more')} />
      {refused && (
        <Confirm
          title={t('admin.waiting.refuse.title', { name: fullName(refused) })}
          text={t('admin.waiting.refuse.text')}
          yes={t('admin.waiting.refuse')}
          icon="user-x"
          onYes={() => decide(refused, false)}
          onClose={() => setRefused(null)}
        />
      )}
    </Card>
  )
}
