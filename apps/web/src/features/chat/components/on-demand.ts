// What a tap opens, in one chunk, so that it is preloaded as a whole and works offline.
export { AttachMenu } from './AttachMenu.tsx'
export { DeleteMessage } from './DeleteMessage.tsx'
export { FirstContact } from './FirstContact.tsx'
export { MessageMenuItems } from './MessageMenuItems.tsx'
export { StagedCard } from './StagedCard.tsx'
export { ThreadClosed } from './ThreadClosed.tsx'
export { VideoLink } from './VideoLink.tsx'
