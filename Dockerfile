# Renovate pins both images by digest, so that exactly the image that was tested is used, for example
# node:26-bookworm-slim@sha256:2d49d876e96237d76de412761cf05dbfe5aee325cc4406a4d41d5824c5bb8beb
# The service `check-ai` of compose.voice.yaml runs from this stage.
FROM node:26-bookworm-slim AS sources
WORKDIR /lisa
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .

FROM sources AS build
# Which commit this is, for the log and the metrics: docker build --build-arg COMMIT="$(git rev-parse HEAD)" .
ARG COMMIT=
RUN npm run build && printf %s "$COMMIT" > dist/commit
# What Lisa is made of (SBOM). Before the next step, because the client's packages are in the build and not in node_modules.
RUN npm sbom --sbom-format=cyclonedx > dist/sbom.json
RUN npm prune --omit=dev --omit=optional --ignore-scripts

FROM node:26-bookworm-slim
WORKDIR /lisa
ENV NODE_ENV=production
# Owned by root: the app cannot change its own code.
COPY --from=build /lisa/package.json ./
COPY --from=build /lisa/node_modules ./node_modules
COPY --from=build /lisa/migrations ./migrations
COPY --from=build /lisa/server/db/after-restore.sql ./server/db/
COPY --from=build /lisa/dist ./dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/index.js"]
