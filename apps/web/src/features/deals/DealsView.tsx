import type { Community } from '@parvis/contract/community.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { Main, ScreenHead } from '#web/ui/Main.tsx'
import { NewsPill } from '#web/ui/NewsPill.tsx'
import { useRememberedNote } from '#web/ui/remembered-note.ts'
import { ScrollTop } from '#web/ui/ScrollTop.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { Failed, FailedPart, LastSeen } from '#web/ui/Trouble.tsx'
import { DealCategories, DealCategoriesWaiting } from './components/DealCategories.tsx'
import { DealsEmpty } from './components/DealsEmpty.tsx'
import { DealsList } from './components/DealsList.tsx'
import { DealsSwitch } from './components/DealsSwitch.tsx'
import { DealsWaiting } from './components/DealsWaiting.tsx'
import { dealCategoriesQuery, dealsQuery } from './deals.queries.ts'
import { useShownDeals } from './deals.shown.ts'
import { openedDeals } from './opened-deals.ts'
import css from './DealsView.module.css'

export interface DealsViewProps {
  community: Pick<Community, '_id' | 'customUri' | 'loc'>
  /** The viewer’s account id; deals they opened are no longer new. */
  reader: string
  /** Category ids; an empty list means all. */
  chosen: string[]
  /** Whether the choice comes from an earlier visit. */
  remembered?: boolean
  onChoose: (categories: string[]) => void
  /** Links for those who may write deals. */
  writer?: ReactNode
}

/** The deals around a community, newest first. */
export const DealsView = ({ community, reader, chosen, remembered = false, onChoose, writer }: DealsViewProps) => {
  const { t } = useText()
  const categories = useQuery(dealCategoriesQuery())
  const query = useInfiniteQuery(dealsQuery(community._id, chosen))
  const deals = query.data?.pages.flatMap(page => page.docs) ?? []
  const shown = useShownDeals(deals)
  const state = stateOf(query)
  const [opened] = useState(() => openedDeals(reader))
  useRememberedNote(
    remembered && chosen.length > 0 ? t('deals.filter.remembered', { count: chosen.length }) : null,
    () => onChoose([]),
  )

  const view = <DealsSwitch communityUri={community.customUri} value="list" chosen={chosen} />

  return (
    <>
      <TopBar />
      <Main>
        <ScreenHead title={t('deals.title')}>
          <div className={css.head}>{view}</div>
        </ScreenHead>
        <div className={css.view}>{view}</div>
        {writer}
        {categories.data ? (
          <DealCategories categories={categories.data} chosen={chosen} onChoose={onChoose} />
        ) : stateOf(categories) === 'waiting' ? (
          <DealCategoriesWaiting />
        ) : (
          // When the list failed too, its own message says so.
          state !== 'failed' && <FailedPart text={t('deals.filter.failed')} onRetry={() => void categories.refetch()} />
        )}
        {state === 'waiting' && <DealsWaiting />}
        {state === 'failed' && <Failed query={query} title={t('deals.failed.title')} />}
        {state === 'stale' && <LastSeen query={query} />}
        <NewsPill
          waiting={shown.waiting > 0 ? t('deals.news', { count: shown.waiting }) : null}
          onShow={shown.onShow}
        />
        {query.data &&
          state !== 'failed' &&
          (deals.length === 0 ? (
            <DealsEmpty narrowed={chosen.length > 0} onAll={() => onChoose([])} onAgain={() => void query.refetch()} />
          ) : (
            <DealsList
              deals={shown.deals}
              community={community}
              opened={opened}
              dimmed={query.isPlaceholderData}
              more={query.hasNextPage}
              loading={query.isFetchingNextPage}
              failed={query.isFetchNextPageError}
              onMore={() => void query.fetchNextPage()}
            />
          ))}
      </Main>
      <ScrollTop />
    </>
  )
}
