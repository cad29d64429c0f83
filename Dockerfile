# Builds the pages, the libraries of generated apps and the bundle of the server.
FROM node:24-slim
WORKDIR /app
COPY . .
RUN node scripts/run.mjs build && mkdir -p /data .cache && chown -R node /data .cache
USER node
ENV DATA_DIR=/data
VOLUME /data
EXPOSE 4000 4001
# As in scripts/supervise.sh.
CMD ["node", "--max-semi-space-size=4", "core/start.mjs"]
