# Two stages: the first makes the environment from the lock without the playground, the second only runs it.
# docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD) -t campanile .
# A digest instead of the tag, to build the same again: --build-arg PYTHON_IMAGE=python:3.13-slim@sha256:...
ARG PYTHON_IMAGE=python:3.13-slim
FROM ${PYTHON_IMAGE} AS made
COPY requirements-host.lock deploy/slim_locales.py /tmp/
COPY locales /tmp/locales
# The pip of the stage installs from outside: the environment has none. Babel keeps the languages that we speak.
RUN python -m venv --without-pip /venv \
    && pip --python /venv/bin/python install --no-cache-dir --require-hashes -r /tmp/requirements-host.lock \
    && python /tmp/slim_locales.py /venv/lib/python3.*/site-packages /tmp/locales

FROM ${PYTHON_IMAGE}
RUN useradd --system --uid 10001 --no-create-home --home-dir /data campanile \
    && install -d -o campanile -g campanile -m 0700 /data
COPY --from=made /venv /venv
WORKDIR /campanile
COPY pyproject.toml LICENSE NOTICE ./
COPY locales locales
COPY rendering rendering
COPY games games
COPY bot bot
COPY cogs cogs
RUN /venv/bin/python -m compileall -q bot cogs games rendering
ARG COMMIT=""
ENV CAMPANILE_COMMIT=$COMMIT \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////data/campanile.sqlite3 \
    HEALTH_PORT=8421
USER campanile
VOLUME /data
STOPSIGNAL SIGTERM
# Ready: connected to Discord, the database answers, presses are taken. Podman leaves this out: compose says it again.
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s CMD ["/venv/bin/python", "-m", "bot", "health"]
ENTRYPOINT ["/venv/bin/python", "-m", "bot"]
CMD ["run"]
