import type { Template } from '@parvis/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Main } from '#web/ui/Main.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import { TemplateTiles, TemplateTilesSkeleton } from './components/TemplateTiles.tsx'
import { categoriesQuery } from './templates.queries.ts'
import { type PublishKind, tilesOf, type TileGroup, type TileType } from './template-tiles.ts'

export interface SelectViewProps {
  community: { _id: string; customUri: string }
  kind: TileType
  /** Types of posts that the viewer may publish, in the order in which they are offered. */
  kinds: readonly PublishKind[]
  onKind: (kind: PublishKind) => void
  search: string
  onSearch: (search: string) => void
  targetOf: (template: Template) => Target
  create?: (categoryId: string) => Target
  menuOf?: (template: Template) => ReactNode
  /** Render the notification switch of a template and of a category; undefined for members who get no notifications. */
  alerts?: { of: (template: Template) => ReactNode; ofCategory: (group: TileGroup) => ReactNode }
}

const MAX_SEARCH_LENGTH = 60

/** Screen to choose a template: activities, requests, or messages of the team. */
export const SelectView = ({
  community,
  kind,
  kinds,
  onKind,
  search,
  onSearch,
  targetOf,
  create,
  menuOf,
  alerts,
}: SelectViewProps) => {
  const { t } = useText()
  const id = useId()
  const [searching, setSearching] = useState(search !== '')
  const [alerting, setAlerting] = useState(false)
  const activeAlerts = alerting ? alerts : undefined
  const query = useQuery(categoriesQuery(community._id))
  const state = viewStateOf(query)
  const groups = query.data ? tilesOf(query.data, kind, search, create !== undefined && kind === 'Template') : []
  // A search covers all types, since the viewer may not know the type of a template.
  const others = (search && query.data ? kinds : []).flatMap(one => {
    if (one === 'Post' || one === kind) return []
    const templates = tilesOf(query.data!, one, search).flatMap(group => group.templates)
    return templates.length > 0 ? [{ name: t(`templates.kind.${one}`), templates }] : []
  })
  const count = [...groups, ...others].flatMap(one => one.templates).length
  const close = () => {
    setSearching(false)
    onSearch('')
  }
  return (
    <>
      <TopBar
        title={t('templates.title')}
        back={{ to: '/$c/actualites', params: { c: community.customUri } }}
        end={
          <>
            {alerts && (
              <IconButton
                icon="bell-plus"
                kind={alerting ? 'soft' : 'plain'}
                label={t(alerting ? 'templates.alerts.close' : 'templates.alerts')}
                aria-pressed={alerting}
                onClick={() => setAlerting(!alerting)}
              />
            )}
            <IconButton
              icon={searching ? 'x' : 'search'}
              label={t(searching ? 'templates.search.close' : 'templates.search')}
              aria-expanded={searching}
              aria-controls={id}
              onClick={() => (searching ? close() : setSearching(true))}
            />
          </>
        }
      />
      <Main>
        <Segmented
          label={t('templates.kind')}
          value={kind as PublishKind}
          onChange={onKind}
          options={kinds.map(one => ({ value: one, label: t(`templates.kind.${one}`) }))}
        />
        <div id={id}>
          {searching && (
            <SearchField
              label={t('templates.search')}
              placeholder={t('templates.search.hint')}
              maxLength={MAX_SEARCH_LENGTH}
              autoFocus
              value={search}
              onChange={onSearch}
            />
          )}
        </div>
        {activeAlerts && (
          <Notice icon="bell" kind="calm">
            {t('templates.alerts.text')}
          </Notice>
        )}
        {state === 'waiting' && <TemplateTilesSkeleton />}
        {state === 'failed' && <LoadError query={query} title={t('templates.failed.title')} />}
        {state === 'stale' && <LastUpdated query={query} />}
        {query.data &&
          (count > 0 || groups.length > 0 || (create && !search) ? (
            <TemplateTiles
              groups={groups}
              others={others}
              targetOf={targetOf}
              create={search ? undefined : create}
              menuOf={activeAlerts ? activeAlerts.of : menuOf}
              categoryMenu={activeAlerts?.ofCategory}
            />
          ) : (
            <EmptyState
              picture="board"
              title={t(search ? 'templates.none.found' : 'templates.none')}
              text={t(search ? 'templates.none.found.text' : 'templates.none.text')}
              action={
                <>
                  {search && <Button onClick={close}>{t('templates.search.all')}</Button>}
                  {kinds.includes('Post') && (
                    <Button kind="primary" onClick={() => onKind('Post')}>
                      {t('templates.none.act')}
                    </Button>
                  )}
                </>
              }
            />
          ))}
        <p className={typography.hidden} role="status">
          {search && query.data ? t('templates.found', { count }) : ''}
        </p>
        {count > 0 && <p className={typography.meta}>{t('templates.credit')}</p>}
      </Main>
    </>
  )
}
