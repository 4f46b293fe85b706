// Menus and dialogs in one chunk, which is preloaded as a whole and also works offline.
export { AttachMenu } from './AttachMenu.tsx'
export { DeleteMessage } from './DeleteMessage.tsx'
export { FirstContact } from './FirstContact.tsx'
export { MessageMenuItems } from './MessageMenuItems.tsx'
export { StagedCard } from './StagedCard.tsx'
export { ThreadClosed } from './ThreadClosed.tsx'
export { VideoLink } from './VideoLink.tsx'
