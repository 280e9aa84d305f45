/**
 * What browsers are told with every answer of the console: run nothing but our own script, load nothing from elsewhere, show
 * it in no frame, share it with no other origin, keep no copy. There is no CORS header among them and never may be.
 */
import type { ServerResponse } from "node:http";

/** For the console's page. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "trusted-types 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** For the pages before the login, which have no script at all. */
const ENTRY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "trusted-types 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** All that a page could ask for and this one has no use for. Sounds and the clipboard for copying stay. */
const SWITCHED_OFF = [
  "accelerometer",
  "camera",
  "clipboard-read",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "otp-credentials",
  "payment",
  "picture-in-picture",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["Content-Security-Policy", PAGE_POLICY],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Cross-Origin-Embedder-Policy", "require-corp"],
  ["X-Frame-Options", "DENY"],
  ["Permissions-Policy", SWITCHED_OFF.map((feature) => `${feature}=()`).join(", ")],
  ["Cache-Control", "no-store"],
];

export function setPolicy(response: ServerResponse): void {
  for (const [name, value] of HEADERS) response.setHeader(name, value);
}

/** A form whose page forbids every referrer is sent with the origin `null`, like one of a stranger: these may name themselves to us. */
export function setEntryPolicy(response: ServerResponse): void {
  response.setHeader("Content-Security-Policy", ENTRY_POLICY);
  response.setHeader("Referrer-Policy", "same-origin");
}

/** For files whose name changes with their content. */
export function allowKeeping(response: ServerResponse): void {
  response.setHeader("Cache-Control", "private, max-age=31536000, immutable");
}
