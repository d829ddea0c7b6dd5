export * from "./account";
export * from "./client";
export * from "./fault";
export * from "./operation";
export * from "./subscription";
export * from "./work";
export { seal } from "./sealing";
export { sendPicture } from "./pictures";
export * as contract from "./contract";
