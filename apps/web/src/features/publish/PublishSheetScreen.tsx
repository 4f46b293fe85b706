import { useNavigate } from '@tanstack/react-router'
import { PublishSheet } from './PublishSheet.tsx'
import type { PublishKind } from './template-tiles.ts'
import { pathOfKind } from './kinds.ts'

export interface PublishSheetScreenProps {
  communityUri: string
  kinds: readonly PublishKind[]
  onClose: () => void
}

export const PublishSheetScreen = ({ communityUri, kinds, onClose }: PublishSheetScreenProps) => {
  const navigate = useNavigate()
  return (
    <PublishSheet
      kinds={kinds}
      onKindChosen={kind => void navigate({ to: pathOfKind[kind], params: { c: communityUri } })}
      onClose={onClose}
    />
  )
}
