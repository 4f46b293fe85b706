// What a tap asks for: one file, so that it is there as a whole before the network goes.
export { AttachMenu } from './AttachMenu.tsx'
export { DeleteMessage } from './DeleteMessage.tsx'
export { FirstContact } from './FirstContact.tsx'
export { MessageMenuItems } from './MessageMenuItems.tsx'
export { StagedCard } from './StagedCard.tsx'
export { ThreadShut } from './ThreadShut.tsx'
export { VideoLink } from './VideoLink.tsx'
