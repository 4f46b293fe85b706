import { MAX_AUDIT_SEARCH_LENGTH } from '@parvis/contract/audit.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useMedia } from '#web/kernel/screen/use-media.ts'
import { useDebouncedText } from '#web/kernel/screen/debounced-text.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Collapsible } from '#web/ui/Collapsible.tsx'
import { Main } from '#web/ui/Main.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import { auditQuery } from './audit.queries.ts'
import { auditParamsOf } from './audit.params.ts'
import { type AuditSearch, readAuditSearch } from './audit.search.ts'
import { AuditFilters } from './components/AuditFilters.tsx'
import { Entries } from './components/Entries.tsx'
import css from './AuditView.module.css'

const SKELETON_ROWS = 8

export interface AuditViewProps {
  /**
   * The viewer's own community. Days are shown in the time zone of this community, and only its members are linked to a
   * member screen.
   */
  community: { _id: string; customUri: string; timezone: string }
  search: AuditSearch
  /** Called with the filters to change; filters that are missing from the object remain unchanged. */
  onSearchChange: (change: AuditSearch) => void
}

/** The audit log of the installation with its filters. */
export const AuditView = ({ community, search, onSearchChange }: AuditViewProps) => {
  const { t } = useText()
  const query = useInfiniteQuery(auditQuery(auditParamsOf(search)))
  const [typed, setTyped] = useDebouncedText(search.recherche ?? '', words => onSearchChange({ recherche: words }))
  const state = viewStateOf(query)
  const entries = query.data?.pages.flatMap(page => page.docs) ?? []
  const isFiltered = Object.values(search).some(Boolean)
  const isWide = useMedia('(min-width: 43.75rem)')
  const [isFilterOpen, setFilterOpen] = useState(false)
  const filterCount = [search.quoi, search.communaute, search.du, search.au].filter(Boolean).length
  const filtersLabel = filterCount > 0 ? `${t('audit.filters')} (${filterCount})` : t('audit.filters')
  const filters = (
    <AuditFilters
      communities={query.data?.pages[0]?.communities ?? []}
      search={search}
      onSearchChange={onSearchChange}
    />
  )
  return (
    <>
      <TopBar title={t('audit.title')} backTarget={{ to: '/gestion' }} />
      <Main>
        <p className={css.intro}>{t('audit.intro')}</p>
        <Card as="search" className={css.search}>
          <SearchField
            label={t('audit.search')}
            placeholder={t('audit.search.placeholder')}
            maxLength={MAX_AUDIT_SEARCH_LENGTH}
            value={typed}
            onChange={setTyped}
          />
          {isWide ? (
            filters
          ) : (
            <Collapsible icon="sliders-horizontal" label={filtersLabel} open={isFilterOpen} onToggle={setFilterOpen}>
              <div className={css.filters}>{filters}</div>
            </Collapsible>
          )}
        </Card>
        <p className={typography.hidden} role="status">
          {isFiltered && state === 'content' && t('audit.found', { count: entries.length })}
        </p>
        {state === 'waiting' && <EntriesSkeleton />}
        {state === 'failed' && <LoadError query={query} title={t('audit.failed.title')} />}
        {state === 'stale' && <LastUpdated query={query} />}
        {query.data && state !== 'failed' && entries.length === 0 && (
          <EmptyState
            picture="search"
            title={t(isFiltered ? 'audit.none.title' : 'audit.empty.title')}
            text={t(isFiltered ? 'audit.none.text' : 'audit.empty.text')}
            action={
              isFiltered && <Button onClick={() => onSearchChange(readAuditSearch({}))}>{t('audit.clear')}</Button>
            }
          />
        )}
        {query.data && state !== 'failed' && entries.length > 0 && (
          <div
            className={css.found}
            aria-busy={query.isPlaceholderData}
            data-dimmed={query.isPlaceholderData || undefined}
          >
            <Entries entries={entries} community={community} />
            <div className={css.end}>
              {query.isFetchNextPageError && <p role="alert">{t('audit.morefailed')}</p>}
              {query.hasNextPage && (
                <Button kind="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('audit.more')}
                </Button>
              )}
            </div>
          </div>
        )}
      </Main>
    </>
  )
}

const EntriesSkeleton = () => {
  const { t } = useText()
  return (
    <Card className={css.bones} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: SKELETON_ROWS }, (_, n) => (
        <Skeleton key={n} width={70 - 5 * (n % 4)} />
      ))}
    </Card>
  )
}
