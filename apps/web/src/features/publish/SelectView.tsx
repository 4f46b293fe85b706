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
import { type PublishKind, tileGroupsOf, type TileGroup, type TileType } from './template-tiles.ts'

export interface TemplateSelectViewProps {
  community: { _id: string; customUri: string }
  kind: TileType
  /** Types of posts that the viewer may publish, in the order in which they are offered. */
  kinds: readonly PublishKind[]
  onKindChange: (kind: PublishKind) => void
  search: string
  onSearch: (search: string) => void
  targetOf: (template: Template) => Target
  newTemplateTarget?: (categoryId: string) => Target
  renderTemplateMenu?: (template: Template) => ReactNode
  /** Render the notification switch of a template and of a category; undefined for members who cannot be notified. */
  alertSwitches?: {
    renderForTemplate: (template: Template) => ReactNode
    renderForCategory: (group: TileGroup) => ReactNode
  }
}

const MAX_SEARCH_LENGTH = 60

interface NoTemplatesProps {
  isSearching: boolean
  onSearchCleared: () => void
  /** Starts a free post; undefined if the viewer may not publish one. */
  onFreePost: (() => void) | undefined
}

/** Says that there are no templates, or that none match the search. */
const NoTemplates = ({ isSearching, onSearchCleared, onFreePost }: NoTemplatesProps) => {
  const { t } = useText()
  return (
    <EmptyState
      picture="board"
      title={t(isSearching ? 'templates.none.found' : 'templates.none')}
      text={t(isSearching ? 'templates.none.found.text' : 'templates.none.text')}
      action={
        <>
          {isSearching && <Button onClick={onSearchCleared}>{t('templates.search.all')}</Button>}
          {onFreePost && (
            <Button kind="primary" onClick={onFreePost}>
              {t('templates.none.act')}
            </Button>
          )}
        </>
      }
    />
  )
}

/** Screen to choose a template: for an activity, a request or an announcement of the team. */
export const TemplateSelectView = ({
  community,
  kind,
  kinds,
  onKindChange,
  search,
  onSearch,
  targetOf,
  newTemplateTarget,
  renderTemplateMenu,
  alertSwitches,
}: TemplateSelectViewProps) => {
  const { t } = useText()
  const id = useId()
  const [isSearchOpen, setIsSearchOpen] = useState(search !== '')
  const [showsAlertSwitches, setShowsAlertSwitches] = useState(false)
  const activeSwitches = showsAlertSwitches ? alertSwitches : undefined
  const query = useQuery(categoriesQuery(community._id))
  const state = viewStateOf(query)
  const groups = query.data
    ? tileGroupsOf(query.data, kind, search, newTemplateTarget !== undefined && kind === 'Template')
    : []
  // A search covers all types, since the viewer may not know the type of a template.
  const otherResults = (search && query.data ? kinds : []).flatMap(one => {
    if (one === 'Post' || one === kind) return []
    const templates = tileGroupsOf(query.data!, one, search).flatMap(group => group.templates)
    return templates.length > 0 ? [{ name: t(`templates.kind.${one}`), templates }] : []
  })
  const count = [...groups, ...otherResults].flatMap(one => one.templates).length
  const close = () => {
    setIsSearchOpen(false)
    onSearch('')
  }
  return (
    <>
      <TopBar
        title={t('templates.title')}
        backTarget={{ to: '/$c/actualites', params: { c: community.customUri } }}
        endContent={
          <>
            {alertSwitches && (
              <IconButton
                icon="bell-plus"
                kind={showsAlertSwitches ? 'soft' : 'plain'}
                label={t(showsAlertSwitches ? 'templates.alerts.close' : 'templates.alerts')}
                aria-pressed={showsAlertSwitches}
                onClick={() => setShowsAlertSwitches(!showsAlertSwitches)}
              />
            )}
            <IconButton
              icon={isSearchOpen ? 'x' : 'search'}
              label={t(isSearchOpen ? 'templates.search.close' : 'templates.search')}
              aria-expanded={isSearchOpen}
              aria-controls={id}
              onClick={() => (isSearchOpen ? close() : setIsSearchOpen(true))}
            />
          </>
        }
      />
      <Main>
        <Segmented
          label={t('templates.kind')}
          value={kind as PublishKind}
          onChange={onKindChange}
          options={kinds.map(one => ({ value: one, label: t(`templates.kind.${one}`) }))}
        />
        <div id={id}>
          {isSearchOpen && (
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
        {activeSwitches && (
          <Notice icon="bell" kind="calm">
            {t('templates.alerts.text')}
          </Notice>
        )}
        {state === 'waiting' && <TemplateTilesSkeleton />}
        {state === 'failed' && <LoadError query={query} title={t('templates.failed.title')} />}
        {state === 'stale' && <LastUpdated query={query} />}
        {query.data &&
          (count > 0 || groups.length > 0 || (newTemplateTarget && !search) ? (
            <TemplateTiles
              groups={groups}
              otherResults={otherResults}
              targetOf={targetOf}
              newTemplateTarget={search ? undefined : newTemplateTarget}
              renderTemplateMenu={activeSwitches ? activeSwitches.renderForTemplate : renderTemplateMenu}
              renderCategoryMenu={activeSwitches?.renderForCategory}
            />
          ) : (
            <NoTemplates
              isSearching={search !== ''}
              onSearchCleared={close}
              onFreePost={kinds.includes('Post') ? () => onKindChange('Post') : undefined}
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
